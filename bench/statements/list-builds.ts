import { statement } from "./statement.ts";

/** What server/builds/list.ts runs. */
export const LIST_BUILDS = statement(`
  select app.unfinished, build.*
  from (select set_config('drydock.scope', :tenant_id, true) as scope) opened
  cross join lateral (
    select a.id, exists (select from builds b where b.app_id = a.id and b.finished_at is null) as unfinished
    from apps a where a.id = :app_id and a.tenant_id = opened.scope::uuid offset 0
  ) app
  left join lateral (
    select b.id, b.app_id, b.number, b.platform, b.version, b.status, b.artifact_path, b.error_log_tail as error_log,
      b.error_log_truncated, b.size_bytes::text, b.worker_id, b.retry_of,
      b.finished_at is null and b.lease_until < now() as stalled,
      b.created_at, b.started_at, b.finished_at, b.updated_at
    from builds b
    where b.app_id = app.id and b.number < :before
      and (cardinality(:statuses::text[]) = 0 or b.status = any(:statuses::text[]))
      and (cardinality(:platforms::text[]) = 0 or b.platform = any(:platforms::text[]))
    order by b.number desc limit :limit
  ) build on true`);
