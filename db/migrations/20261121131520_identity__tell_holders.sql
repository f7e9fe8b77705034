-- A role may be given to a hundred thousand people at once: told by statement, not by row.
drop trigger tell_holder on identity.role_account;
drop function identity.tell_holder();

create function identity.tell_holders() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', moved.company_id, array_agg(moved.account_id)) from moved group by moved.company_id;
  return null;
end
$$;
create trigger tell_sessions_of_new after insert on identity.role_account
  referencing new table as moved
  for each statement execute function identity.tell_holders();
create trigger tell_sessions_of_former after delete on identity.role_account
  referencing old table as moved
  for each statement execute function identity.tell_holders();

-- What a role grants is told once for each statement too, whatever the number of menus.
drop trigger tell_company on identity.role_menu;
drop trigger tell_company on identity.role_right;
drop trigger tell_company on identity.role_group;
create function identity.tell_companies() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'company:' || moved.company_id) from (select distinct company_id from moved) moved;
  return null;
end
$$;
create trigger tell_of_new after insert on identity.role_menu referencing new table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_changed after update on identity.role_menu referencing new table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_former after delete on identity.role_menu referencing old table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_new after insert on identity.role_right referencing new table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_former after delete on identity.role_right referencing old table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_new after insert on identity.role_group referencing new table as moved
  for each statement execute function identity.tell_companies();
create trigger tell_of_former after delete on identity.role_group referencing old table as moved
  for each statement execute function identity.tell_companies();
