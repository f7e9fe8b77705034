-- version 1
-- Conversions that are not over and that nothing will ever run. `silent` is only a caution: row and queue change in one transaction.
create or replace function courseware.lost_conversions(silent interval, how_many integer)
returns table (company_id uuid, version_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.company_id, c.version_id
  from courseware.conversion c
  where c.state in ('waiting', 'running')
    and c.queued_at < now() - silent
    and not kit.is_queued('courseware.convert:' || c.company_id || ':' || c.version_id)
  order by c.queued_at
  limit how_many
$$;
alter function courseware.lost_conversions(interval,integer) owner to kaopei_search;
revoke all on function courseware.lost_conversions(interval,integer) from public;
grant execute on function courseware.lost_conversions(interval,integer) to kaopei_app;
