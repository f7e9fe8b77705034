-- version 2
-- Door: of sitting.watch_list what has changed since: the attempt itself, its last contact, what its candidate was told or has read, calls for help.
-- Asked every few seconds by everybody who watches, so only those rows are looked up further: as an array, of which the planner expects few.
create or replace function sitting.watch_changes(given_company uuid, given_owner uuid, since timestamptz)
returns table(staff_id uuid, attempt_id uuid, state text, started_at timestamptz, due_at timestamptz, submitted_at timestamptz,
  absences integer, away_ms bigint, is_over_limit boolean, heard_at timestamptz, unread integer, call_text text, call_at timestamptz)
language sql
stable
as $$
  select n.staff_id, n.id, n.state, n.started_at, n.due_at, n.submitted_at, n.absences, n.away_ms, n.over_limit_at is not null, p.heard_at,
    t.unread, c.text, c.at
  from unnest(array(
    select a.id
    from sitting.attempt a
    left join sitting.presence h on h.company_id = given_company and h.attempt_id = a.id
    where a.company_id = given_company
      and a.owner_id = given_owner
      and (
        a.updated_at > since
        or h.heard_at > since
        or a.id in (
          select o.attempt_id
          from sitting.telling o
          where o.company_id = given_company and greatest(o.at, o.acknowledged_at) > since
        )
        or a.id in (
          select o.attempt_id
          from sitting.help_call o
          where o.company_id = given_company and greatest(o.at, o.ended_at) > since
        )
      )
  )) as changed (id)
  join sitting.attempt n on n.company_id = given_company and n.id = changed.id
  left join sitting.presence p on p.company_id = given_company and p.attempt_id = n.id
  left join sitting.help_call c on c.company_id = given_company and c.attempt_id = n.id and c.ended_at is null
  cross join lateral (
    select count(*)::integer as unread
    from sitting.telling t
    where n.has_tellings and t.company_id = given_company and t.attempt_id = n.id and t.acknowledged_at is null
  ) t
  where not exists (
    select from sitting.attempt o
    where o.company_id = given_company and o.owner_id = given_owner and o.staff_id = n.staff_id and o.number > n.number
  )
$$;
grant execute on function sitting.watch_changes(uuid,uuid,timestamptz) to kaopei_app;
