-- version 1
-- Who counts against a company's quota of people: living, enabled employees. As the departments count them, without the few who are disabled or
-- from outside. Run as its caller: row-level security decides which companies it can count.
create or replace function org.heads_of(of_company uuid) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select (
    (select coalesce(sum(d.staff_count), 0) from org.department d where d.company_id = of_company)
    + (select count(*) from org.staff s where s.company_id = of_company and s.removed_at is null and s.department_id is null)
    - (select count(*) from org.staff s where s.company_id = of_company and s.removed_at is null and not s.is_enabled)
    - (select count(*) from org.staff s
       where s.company_id = of_company and s.removed_at is null and s.staff_source = 2 and s.is_enabled))::integer
$$;
revoke all on function org.heads_of(uuid) from public;
grant execute on function org.heads_of(uuid) to kaopei_app, kaopei_search;
