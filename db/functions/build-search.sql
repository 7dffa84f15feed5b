-- Terms by which builds are found (server/domains/search/find-builds.ts). Builds keep their version, Git reference and commit, and are never
-- deleted but with their tenant's data, so terms are only inserted.
CREATE OR REPLACE FUNCTION insert_build_search_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO build_search_terms (tenant_id, term, build_id)
  SELECT b.tenant_id, term, b.id FROM inserted b, search_terms_of_build(b.version, b.git_ref, b.git_commit) term;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER builds_insert_search_terms AFTER INSERT ON builds
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION insert_build_search_terms();

-- Terms of builds that are older than the trigger. The trigger's lock lasts until the end of the transaction, so no build is
-- inserted between it and this.
INSERT INTO build_search_terms (tenant_id, term, build_id)
SELECT b.tenant_id, term, b.id FROM builds b, search_terms_of_build(b.version, b.git_ref, b.git_commit) term
ON CONFLICT DO NOTHING;
