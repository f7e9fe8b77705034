-- version 1
-- The event of a call within the grace: which of its answers counted and which came too late, where it brought any. Always false: nothing more is to be said of it.
create or replace function sitting.note_grace(given_company uuid, given_attempt uuid, given_staff uuid, given_epoch integer, given_now timestamp with time zone, given_due timestamp with time zone, counted integer[], refused integer[])
returns boolean
language sql
as $$
  insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
  select given_company, given_attempt, 'graceSave', given_staff, given_epoch, given_now, jsonb_build_object(
    'secondsLate', ceil(extract(epoch from given_now - given_due)),
    'counted', cardinality(counted),
    'refused', cardinality(refused),
    'slots', array(select s.slot from unnest(counted || refused) as s (slot) order by s.slot))
  where cardinality(counted || refused) > 0;
  select false;
$$;
grant execute on function sitting.note_grace(uuid,uuid,uuid,integer,timestamp with time zone,timestamp with time zone,integer[],integer[]) to kaopei_app;
