-- Whether the queue has this job and runs it, or will.
create function kit.is_queued(job_key text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from graphile_worker._private_jobs j
    where j.key = job_key
      and (j.locked_by is not null or j.attempts < j.max_attempts))
$$;
revoke all on function kit.is_queued(text) from public;
grant execute on function kit.is_queued(text) to kaopei_app, kaopei_search;

create index background_job_open on jobs.background_job (touched_at) where state in (0, 1);
drop index jobs.background_job_running;

grant create on schema jobs to kaopei_search;

-- Jobs that are not over and that nothing will ever run. `silent` is only a caution: row and queue change in one transaction.
create function jobs.lost(silent interval, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.company_id, j.id
  from jobs.background_job j
  where j.state in (0, 1)
    and j.touched_at < now() - silent
    and not kit.is_queued('tracked:' || j.kind || ':' || j.company_id || ':' || j.id)
  order by j.touched_at
  limit how_many
$$;
alter function jobs.lost(interval, integer) owner to kaopei_search;
revoke all on function jobs.lost(interval, integer) from public;
grant execute on function jobs.lost(interval, integer) to kaopei_app;

revoke create on schema jobs from kaopei_search;
