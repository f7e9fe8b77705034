-- version 1
-- Signs of life of several screens at once, each of another attempt (sitting.take_heartbeat). `calls`: [{call, staff, attempt, epoch, now, events}], where `call`
-- is the number by which rows are told apart, and `events` is missing where nothing was seen. Unless `may_wait`, one with events whose attempt somebody else
-- is at work on is busy: nothing of it was kept, it has to come again, alone. No row: the person has no such attempt.
create or replace function sitting.take_heartbeats(given_company uuid, calls json, may_wait boolean)
returns table(call integer, is_busy boolean, state text, due_at timestamp with time zone, grace_seconds integer, epoch integer, submitted_at timestamp with time zone, leaves integer, away_ms bigint, tellings jsonb)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  c record;
begin
  for c in
    select * from json_to_recordset(calls) as g(call integer, staff uuid, attempt uuid, epoch integer, now timestamptz, events json)
  loop
    if c.events is not null and not may_wait and not pg_try_advisory_xact_lock(uuid_hash_extended(c.attempt, 5)) then
      return query select c.call, true, null::text, null::timestamptz, null::integer, null::integer, null::timestamptz, null::integer, null::bigint, null::jsonb;
    else
      return query
      select c.call, false, h.*
      from sitting.take_heartbeat(given_company, c.staff, c.attempt, c.epoch, c.now, c.events) h;
    end if;
  end loop;
end
$$;
grant execute on function sitting.take_heartbeats(uuid,json,boolean) to kaopei_app;
