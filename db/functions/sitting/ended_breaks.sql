-- version 2
-- Attempts of every company that stand still although nothing stops them any more: breaks that are used up.
create or replace function sitting.ended_breaks(given_now timestamp with time zone, most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select a.company_id, a.id
  from sitting.attempt a
  where a.state = 'paused'
    and exists (
      select from sitting.attempt_pause p
      where p.company_id = a.company_id and p.attempt_id = a.id and p.source = 'break'
    )
    and not exists (
      select from sitting.attempt_pause p
      where p.company_id = a.company_id and p.attempt_id = a.id and (p.until_at is null or p.until_at > given_now)
    )
  limit most
$$;
alter function sitting.ended_breaks(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function sitting.ended_breaks(timestamp with time zone,integer) from public;
grant execute on function sitting.ended_breaks(timestamp with time zone,integer) to kaopei_app;
