-- version 1
-- Whether the queue has this job and runs it, or will.
create or replace function kit.is_queued(job_key text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from graphile_worker._private_jobs j
    where j.key = job_key
      and (j.locked_by is not null or j.attempts < j.max_attempts))
$$;
revoke all on function kit.is_queued(text) from public;
grant execute on function kit.is_queued(text) to kaopei_app, kaopei_search;
