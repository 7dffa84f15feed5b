CREATE INDEX "app_plugins_newest" ON "app_plugins" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "system_plugins_newest" ON "system_plugins" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "themes_newest" ON "themes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);