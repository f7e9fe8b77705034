-- version 1
-- Door: what became of messages, and whether whom they were for still sits.
create or replace function sitting.tellings_of(given_company uuid, given_ids uuid[])
returns table(id uuid, delivered_at timestamptz, acknowledged_at timestamptz, is_over boolean)
language sql
stable
as $$
  select t.id, t.delivered_at, t.acknowledged_at, a.state not in ('in_progress', 'paused', 'submitting')
  from sitting.telling t
  join sitting.attempt a on a.company_id = t.company_id and a.id = t.attempt_id
  where t.company_id = given_company and t.id = any(given_ids)
$$;
grant execute on function sitting.tellings_of(uuid,uuid[]) to kaopei_app;
