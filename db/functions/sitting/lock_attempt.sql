-- version 1
-- Serialises everything that changes one attempt, until the transaction ends.
create or replace function sitting.lock_attempt(given_attempt uuid) returns void
language sql volatile
begin atomic
  select pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
end;
grant execute on function sitting.lock_attempt(uuid) to kaopei_app;
