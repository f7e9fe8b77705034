-- version 2
-- Is the running transaction the platform's own company's?
create or replace function platform.in_platform_company() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from identity.company where id = kit.company_id() and is_platform)
$$;
revoke all on function platform.in_platform_company() from public;
grant execute on function platform.in_platform_company() to kaopei_app;
