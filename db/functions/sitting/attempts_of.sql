-- version 1
-- Door: every attempt of an owner.
create or replace function sitting.attempts_of(given_company uuid, given_owner uuid)
returns table(attempt_id uuid, staff_id uuid, number integer, state text, started_at timestamptz, submitted_at timestamptz, ip text, user_agent text)
language sql
stable
as $$
  select a.id, a.staff_id, a.number, a.state, a.started_at, a.submitted_at, a.ip, a.user_agent
  from sitting.attempt a
  where a.company_id = given_company and a.owner_id = given_owner
$$;
grant execute on function sitting.attempts_of(uuid,uuid) to kaopei_app;
