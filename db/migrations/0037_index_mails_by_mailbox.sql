-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "mails_mailbox";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_mailbox" ON "mails" USING btree (regexp_replace("to_address", '(?<=.)[+][^@]*@', '@'),"created_at");
