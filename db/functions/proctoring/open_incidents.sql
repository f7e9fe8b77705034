-- version 1
-- Incidents of every company that go on.
create or replace function proctoring.open_incidents(most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select i.company_id, i.id
  from proctoring.incident i
  where i.state = 1
  order by i.id
  limit most
$$;
alter function proctoring.open_incidents(integer) owner to kaopei_search;
revoke all on function proctoring.open_incidents(integer) from public;
grant execute on function proctoring.open_incidents(integer) to kaopei_app;
