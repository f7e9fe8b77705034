-- version 1
create or replace function identity.tell_holders() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', moved.company_id, array_agg(moved.account_id)) from moved group by moved.company_id;
  return null;
end
$$;
