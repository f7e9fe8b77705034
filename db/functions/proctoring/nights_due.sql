-- version 3
-- Companies with links of the chain from before the last 02:00 of their clock that nobody has signed; and between 02:00 and 06:00 those with attempts that
-- were not held against their events since the night before.
create or replace function proctoring.nights_due(given_now timestamp with time zone)
returns table(company_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select c.id
  from identity.company_card c
  cross join lateral (select given_now at time zone c.time_zone as now) clock
  where exists (
      select from proctoring.seal s
      where s.company_id = c.id
        and s.night_id is null
        and s.at < (date_trunc('day', clock.now - interval '2 hours') + interval '2 hours') at time zone c.time_zone
    )
    or extract(hour from clock.now) between 2 and 5 and exists (
      select from proctoring.rebuilding r where r.company_id = c.id and r.at < given_now - interval '20 hours'
    )
$$;
alter function proctoring.nights_due(timestamp with time zone) owner to kaopei_search;
revoke all on function proctoring.nights_due(timestamp with time zone) from public;
grant execute on function proctoring.nights_due(timestamp with time zone) to kaopei_app;
