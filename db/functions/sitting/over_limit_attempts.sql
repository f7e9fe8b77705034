-- version 2
-- Attempts that were left too often or too long; one whose absence goes on is as soon as it is too long, whether its client says anything or not.
create or replace function sitting.over_limit_attempts(over_before timestamp with time zone, most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select a.company_id, a.id
  from sitting.attempt a
  where a.over_limit_at < over_before
    and a.over_limit_at is not null
    and a.state in ('in_progress', 'submitting')
  union
  select a.company_id, a.id
  from sitting.attempt a
  where a.away_limit_at < over_before
    and a.away_limit_at is not null
    and a.state in ('in_progress', 'submitting')
  limit most
$$;
alter function sitting.over_limit_attempts(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function sitting.over_limit_attempts(timestamp with time zone,integer) from public;
grant execute on function sitting.over_limit_attempts(timestamp with time zone,integer) to kaopei_app;
