DROP INDEX "listings_app_plugin_id_index";--> statement-breakpoint
DROP INDEX "listings_theme_id_index";--> statement-breakpoint
DROP INDEX "listings_system_plugin_id_index";--> statement-breakpoint
CREATE INDEX "listings_app_plugin_id_index" ON "listings" USING btree ("app_plugin_id") WHERE "listings"."app_plugin_id" is not null;--> statement-breakpoint
CREATE INDEX "listings_theme_id_index" ON "listings" USING btree ("theme_id") WHERE "listings"."theme_id" is not null;--> statement-breakpoint
CREATE INDEX "listings_system_plugin_id_index" ON "listings" USING btree ("system_plugin_id") WHERE "listings"."system_plugin_id" is not null;