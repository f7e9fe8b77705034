-- version 1
-- Attempts of whose events a number has been missing for a while.
create or replace function sitting.gapped_attempts(missing_before timestamp with time zone, most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select a.company_id, a.id
  from sitting.attempt a
  where a.hole_since < missing_before
    and a.hole_since is not null
  order by a.hole_since
  limit most
$$;
alter function sitting.gapped_attempts(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function sitting.gapped_attempts(timestamp with time zone,integer) from public;
grant execute on function sitting.gapped_attempts(timestamp with time zone,integer) to kaopei_app;
