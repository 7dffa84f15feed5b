ALTER TABLE "item_names" ALTER COLUMN "keys" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
CREATE INDEX "item_names_unindexed" ON "item_names" USING btree ("type","slug") WHERE "item_names"."keys" is null;--> statement-breakpoint
CREATE INDEX "tenants_name_skeleton" ON "tenants" USING btree ("name_skeleton","created_at","id");--> statement-breakpoint
CREATE INDEX "users_name_skeleton" ON "users" USING btree ("name_skeleton","created_at","id");--> statement-breakpoint
UPDATE "item_names" SET "keys" = null WHERE octet_length("name") <> char_length("name");
