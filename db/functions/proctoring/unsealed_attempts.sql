-- version 2
-- Attempts of exams of every company that were handed in since then and have no link of the chain from after that; the oldest first.
create or replace function proctoring.unsealed_attempts(since timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select a.company_id, a.id
  from sitting.standing a
  where a.submitted_at >= since
    and a.owner_kind = 'exam'
    and not exists (
      select from proctoring.seal s
      where s.company_id = a.company_id and s.attempt_id = a.id and s.at >= a.submitted_at
    )
  order by a.submitted_at
  limit most
$$;
alter function proctoring.unsealed_attempts(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.unsealed_attempts(timestamp with time zone,integer) from public;
grant execute on function proctoring.unsealed_attempts(timestamp with time zone,integer) to kaopei_app;
