-- version 1
-- Companies whose knowledge points lead to skills.
create or replace function skill.companies_with_points() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.company_id from skill.point_skill p
$$;
grant create on schema skill to kaopei_search;
alter function skill.companies_with_points() owner to kaopei_search;
revoke all on function skill.companies_with_points() from public;
grant execute on function skill.companies_with_points() to kaopei_app;
revoke create on schema skill from kaopei_search;
