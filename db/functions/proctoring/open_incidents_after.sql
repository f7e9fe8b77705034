-- version 1
-- Incidents of every company that go on, those behind `given_after` in the order of their ids.
create or replace function proctoring.open_incidents_after(given_after uuid, most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select i.company_id, i.id
  from proctoring.incident i
  where i.state = 1 and (given_after is null or i.id > given_after)
  order by i.id
  limit most
$$;
alter function proctoring.open_incidents_after(uuid,integer) owner to kaopei_search;
revoke all on function proctoring.open_incidents_after(uuid,integer) from public;
grant execute on function proctoring.open_incidents_after(uuid,integer) to kaopei_app;
