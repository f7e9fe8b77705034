-- version 1
-- Companies with links of the chain from before the last 02:00 of their clock that nobody has signed.
create or replace function proctoring.nights_due(given_now timestamp with time zone)
returns table(company_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct s.company_id
  from proctoring.seal s
  join platform.company c on c.id = s.company_id
  where s.night_id is null
    and s.at < (date_trunc('day', given_now at time zone c.time_zone - interval '2 hours') + interval '2 hours') at time zone c.time_zone
$$;
alter function proctoring.nights_due(timestamp with time zone) owner to kaopei_search;
revoke all on function proctoring.nights_due(timestamp with time zone) from public;
grant execute on function proctoring.nights_due(timestamp with time zone) to kaopei_app;
