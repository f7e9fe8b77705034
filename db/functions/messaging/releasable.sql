-- version 1
-- Held messages whose company works again, and those that mean nothing any more.
create or replace function messaging.releasable(how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with holding as (
    select h.company_id, platform.is_closed(h.company_id) as is_closed
    from (select distinct o.company_id from messaging.outbox o where o.state = 5) h
  )
  select o.company_id, o.id
  from holding h
  join messaging.outbox o on o.company_id = h.company_id and o.state = 5
  where not h.is_closed
    or o.expires_at <= now()
  limit how_many
$$;
alter function messaging.releasable(integer) owner to kaopei_search;
revoke all on function messaging.releasable(integer) from public;
grant execute on function messaging.releasable(integer) to kaopei_app;
