-- Scoring takes closed attempts in batches, straight from their state: nothing is queued for it when an attempt closes.

-- The lock of exam.lock_attempt, without waiting for it.
create function exam.try_lock_attempt(given_attempt uuid) returns boolean
language sql volatile
begin atomic
  select pg_try_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
end;
grant execute on function exam.try_lock_attempt(uuid) to kaopei_app;

-- Attempts that are closed and not scored, those that waited longest first.
create function exam.unscored_attempts(most integer) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.company_id, a.id
  from exam.attempt a
  where a.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned')
  order by a.updated_at
  limit most
$$;
drop function exam.unscored_attempts(timestamptz, integer);
grant create on schema exam to kaopei_search;
alter function exam.unscored_attempts(integer) owner to kaopei_search;
revoke all on function exam.unscored_attempts(integer) from public;
grant execute on function exam.unscored_attempts(integer) to kaopei_app;
revoke create on schema exam from kaopei_search;

-- Items and events are written in one statement with the attempt they belong to, or for one that the same transaction has locked, and
-- attempts are never deleted. Checking each of fifty rows against its attempt cost more than writing them.
alter table exam.attempt_item drop constraint attempt_item_company_id_attempt_id_fkey;
alter table exam.attempt_event drop constraint attempt_event_company_id_attempt_id_fkey;
