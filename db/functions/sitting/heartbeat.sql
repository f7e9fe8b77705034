-- version 1
-- A sign of life of the screen, and what it saw: whoever leaves more often than the attempt allows is handed in (sitting.over_limit_attempts).
create or replace function sitting.heartbeat(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, events json)
returns table(state text, due_at timestamp with time zone, grace_seconds integer, epoch integer, submitted_at timestamp with time zone, leaves bigint)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  a record;
begin
  perform set_config('app.company_id', given_company::text, true);
  if events is not null then
    -- Who counts must see what others have just written.
    perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  end if;
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.submitted_at, t.absences, t.absence_limit into a
  from sitting.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return;
  end if;
  if events is not null and a.state in ('in_progress', 'paused') then
    insert into sitting.attempt_event
      (company_id, attempt_id, type, actor_id, source, lease_epoch, client_seq, client_time, server_time, data)
    select given_company, given_attempt, g.type, given_staff, 'client', given_epoch, g.seq, g.at, given_now,
      coalesce(g.data, '{}') || case when a.state = 'paused' then '{"isExempt": "paused"}'::jsonb else '{}' end
    from json_to_recordset(events) as g(type text, seq bigint, at timestamptz, data jsonb)
    where (
      select count(*)
      from sitting.attempt_event e
      where e.company_id = given_company and e.attempt_id = given_attempt and e.type = g.type and e.source = 'client'
    ) < 2000
    on conflict do nothing;
    a.absences := sitting.absences_of(given_company, given_attempt);
    update sitting.attempt t
    set absences = a.absences,
      over_limit_at = case when a.absence_limit > 0 and a.absences > a.absence_limit then coalesce(t.over_limit_at, given_now) end
    where t.company_id = given_company
      and t.id = given_attempt
      and t.absences <> a.absences;
  end if;
  return query select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.submitted_at, a.absences::bigint;
end
$$;
grant execute on function sitting.heartbeat(uuid,uuid,uuid,integer,timestamp with time zone,json) to kaopei_app;
