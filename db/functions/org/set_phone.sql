-- version 1
-- Contact data belongs to the room of people; binding it by a code is the account's affair. These are that room's doors in the database.
create or replace function org.set_phone(of_company uuid, of_staff uuid, new_phone text) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  update org.staff set phone = new_phone, updated_at = now(), version = version + 1 where company_id = of_company and id = of_staff
$$;
