-- version 1
create or replace function org.set_email(of_company uuid, of_staff uuid, new_email text) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  update org.staff set email = new_email, updated_at = now(), version = version + 1 where company_id = of_company and id = of_staff
$$;
