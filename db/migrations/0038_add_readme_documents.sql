ALTER TABLE "archive_objects" ADD COLUMN "readme_documents" jsonb;--> statement-breakpoint
ALTER TABLE "archive_objects" ADD COLUMN "readme_parser_version" integer;