-- version 1
create or replace function sitting.overdue_attempts(given_now timestamp with time zone, most integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select a.company_id, a.id
  from sitting.attempt a
  where a.state in ('in_progress', 'submitting')
    and a.due_at < given_now
    and a.due_at + make_interval(secs => a.grace_seconds) < given_now
  order by a.due_at
  limit most
$$;
alter function sitting.overdue_attempts(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function sitting.overdue_attempts(timestamp with time zone,integer) from public;
grant execute on function sitting.overdue_attempts(timestamp with time zone,integer) to kaopei_app;
