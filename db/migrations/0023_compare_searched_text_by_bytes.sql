-- What is made of the column is compared as the column is, grams in their index too.
ALTER TABLE "marketplace_items" ALTER COLUMN "search_text" SET DATA TYPE text collate "C";--> statement-breakpoint
-- The index was made anew.
ALTER INDEX marketplace_items_grams ALTER COLUMN 1 SET STATISTICS 0;
