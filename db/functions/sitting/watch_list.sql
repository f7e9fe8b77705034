-- version 1
-- Door: for whoever watches, of each person the newest attempt of an owner, with last contact, messages that are not acknowledged, and the call for
-- help that is open. changed_at: nothing of the row changed since.
create or replace function sitting.watch_list(given_company uuid, given_owner uuid)
returns table(staff_id uuid, attempt_id uuid, state text, started_at timestamptz, due_at timestamptz, submitted_at timestamptz, submit_cause text,
  absences integer, away_ms bigint, is_over_limit boolean, heard_at timestamptz, ip text, unread integer, call_text text, call_at timestamptz,
  changed_at timestamptz)
language sql
stable
as $$
  with newest as (
    select distinct on (a.staff_id) a.*
    from sitting.attempt a
    where a.company_id = given_company and a.owner_id = given_owner
    order by a.staff_id, a.number desc
  ), told as (
    select t.attempt_id, count(*) filter (where t.acknowledged_at is null)::integer as unread,
      max(greatest(t.at, t.acknowledged_at)) as changed_at
    from newest n
    join sitting.telling t on t.company_id = given_company and t.attempt_id = n.id
    group by t.attempt_id
  ), called as (
    select c.attempt_id, max(c.text) filter (where c.ended_at is null) as text, max(c.at) filter (where c.ended_at is null) as at,
      max(greatest(c.at, c.ended_at)) as changed_at
    from newest n
    join sitting.help_call c on c.company_id = given_company and c.attempt_id = n.id
    group by c.attempt_id
  )
  select n.staff_id, n.id, n.state, n.started_at, n.due_at, n.submitted_at, n.submit_cause, n.absences, n.away_ms, n.over_limit_at is not null,
    p.heard_at, p.ip, coalesce(t.unread, 0), c.text, c.at, greatest(n.updated_at, p.heard_at, t.changed_at, c.changed_at)
  from newest n
  left join sitting.presence p on p.company_id = given_company and p.attempt_id = n.id
  left join told t on t.attempt_id = n.id
  left join called c on c.attempt_id = n.id
$$;
grant execute on function sitting.watch_list(uuid,uuid) to kaopei_app;
