-- version 1
-- Of whom an attempt is stays as it began: only what began as a rehearsal may ever be deleted with its evidence.
create or replace function sitting.keep_owner() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise check_violation using message = 'the owner of an attempt does not change', table = 'attempt', schema = 'sitting';
end
$$;
create or replace trigger keep_owner before update of owner_kind, owner_id on sitting.attempt
  for each row when (new.owner_kind <> old.owner_kind or new.owner_id <> old.owner_id) execute function sitting.keep_owner();
