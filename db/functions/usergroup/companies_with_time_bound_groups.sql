-- version 1
create or replace function usergroup.companies_with_time_bound_groups() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct g.company_id
  from usergroup.staff_group g
  where g.is_time_bound
    and g.removed_at is null
$$;
alter function usergroup.companies_with_time_bound_groups() owner to kaopei_search;
revoke all on function usergroup.companies_with_time_bound_groups() from public;
grant execute on function usergroup.companies_with_time_bound_groups() to kaopei_app;
