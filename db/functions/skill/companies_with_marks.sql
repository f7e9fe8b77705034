-- version 1
-- Companies with departments to be counted again.
create or replace function skill.companies_with_marks() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct m.company_id from skill.department_mark m
$$;
grant create on schema skill to kaopei_search;
alter function skill.companies_with_marks() owner to kaopei_search;
revoke all on function skill.companies_with_marks() from public;
grant execute on function skill.companies_with_marks() to kaopei_app;
revoke create on schema skill from kaopei_search;
