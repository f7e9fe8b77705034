-- version 1
-- Jobs that are not over and that nothing will ever run. `silent` is only a caution: row and queue change in one transaction.
create or replace function jobs.lost(silent interval, how_many integer)
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
alter function jobs.lost(interval,integer) owner to kaopei_search;
revoke all on function jobs.lost(interval,integer) from public;
grant execute on function jobs.lost(interval,integer) to kaopei_app;
