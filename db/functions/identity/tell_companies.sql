-- version 1
create or replace function identity.tell_companies() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'company:' || moved.company_id) from (select distinct company_id from moved) moved;
  return null;
end
$$;
