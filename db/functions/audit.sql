-- The audit log is append-only (server/core/audit.ts), with two exceptions: entries about a deleted account lose its
-- name and address (server/domains/accounts/settings/redact-audit.ts), and old entries are purged (server/core/retention.ts).
CREATE OR REPLACE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

-- Fields of an entry with a placeholder for names and addresses of people.
CREATE OR REPLACE FUNCTION redact_audit_fields(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN jsonb_typeof(fields) = 'object' THEN (
      SELECT coalesce(jsonb_object_agg(
        key, CASE WHEN key IN ('name', 'email') AND value <> 'null' THEN '"[deleted]"'::jsonb ELSE value END
      ), '{}') FROM jsonb_each(fields))
    ELSE fields
  END
$$;

CREATE OR REPLACE FUNCTION allow_audit_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after'
    AND NEW.before IS NOT DISTINCT FROM redact_audit_fields(OLD.before)
    AND NEW.after IS NOT DISTINCT FROM redact_audit_fields(OLD.after)
    AND EXISTS (
      SELECT FROM users WHERE deleted_at IS NOT NULL AND CASE OLD.subject_type
        WHEN 'user' THEN id::text = OLD.subject_id
        WHEN 'invitation' THEN id = (SELECT accepted_by FROM invitations WHERE invitations.id::text = OLD.subject_id)
        ELSE false
      END)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

-- The shortest time that entries are kept, whatever retention a release or an operator chooses.
CREATE OR REPLACE FUNCTION allow_audit_purge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at < now() - interval '1 year' THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE OR REPLACE TRIGGER audit_log_purge BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION allow_audit_purge();

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();

CREATE OR REPLACE TRIGGER audit_log_redaction BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION allow_audit_redaction();
