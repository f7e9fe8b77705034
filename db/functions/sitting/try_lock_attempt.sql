-- version 1
-- The lock of exam.lock_attempt, without waiting for it.
create or replace function sitting.try_lock_attempt(given_attempt uuid) returns boolean
language sql volatile
begin atomic
  select pg_try_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
end;
grant execute on function sitting.try_lock_attempt(uuid) to kaopei_app;
