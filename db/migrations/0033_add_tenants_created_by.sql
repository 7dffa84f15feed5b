ALTER TABLE "build_turns" ADD COLUMN "person" uuid;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_turns_person" ON "build_turns" USING btree ("person","platform","turn");--> statement-breakpoint
-- Written by hand: a tenant and the first membership in it were stored at one time. Super Admins make tenants for others.
SELECT set_config('drydock.scope', '*', true);--> statement-breakpoint
UPDATE "tenants" t SET "created_by" = m."user_id"
FROM "memberships" m JOIN "users" u ON u."id" = m."user_id"
WHERE m."tenant_id" = t."id" AND m."created_at" = t."created_at" AND u."platform_role" IS NULL;--> statement-breakpoint
UPDATE "build_turns" b SET "person" = coalesce(t."created_by", t."id") FROM "tenants" t WHERE t."id" = b."tenant_id";
