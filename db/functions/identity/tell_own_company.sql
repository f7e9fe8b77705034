-- version 1
create or replace function identity.tell_own_company() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'company:' || new.id);
  return null;
end
$$;
