-- version 1
-- Door: what became of a message, and whether whom it was for no longer sits.
create or replace function sitting.telling_of(given_company uuid, given_attempt uuid, given_id uuid)
returns table(delivered_at timestamptz, acknowledged_at timestamptz, is_over boolean)
language sql
stable
as $$
  select t.delivered_at, t.acknowledged_at, a.state not in ('in_progress', 'paused', 'submitting')
  from sitting.telling t
  join sitting.attempt a on a.company_id = t.company_id and a.id = t.attempt_id
  where t.company_id = given_company and t.attempt_id = given_attempt and t.id = given_id
$$;
grant execute on function sitting.telling_of(uuid,uuid,uuid) to kaopei_app;
