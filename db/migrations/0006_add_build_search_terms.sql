CREATE TABLE "build_search_terms" (
	"tenant_id" uuid NOT NULL,
	"term" text collate "C" NOT NULL,
	"build_id" uuid NOT NULL,
	CONSTRAINT "build_search_terms_tenant_id_term_build_id_pk" PRIMARY KEY("tenant_id","term","build_id")
);
--> statement-breakpoint
CREATE INDEX "tenants_ngrams" ON "tenants" USING gin (search_ngrams(lower("name" || E'\n' || "slug")));--> statement-breakpoint
CREATE INDEX "users_ngrams" ON "users" USING gin (search_ngrams(lower("name" || E'\n' || "email")));--> statement-breakpoint
-- Written by hand. Without this, each ANALYZE would compute the n-grams of all texts.
ALTER INDEX "tenants_ngrams" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "users_ngrams" ALTER COLUMN 1 SET STATISTICS 0;
