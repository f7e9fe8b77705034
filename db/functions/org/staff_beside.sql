-- version 1
-- The people who belong to some of these departments beside their main one, which is none of them. Runs with the rights of its caller.
create or replace function org.staff_beside(wanted_company uuid, departments uuid[]) returns uuid[]
language sql stable parallel safe as $$
  select array(
    select distinct m.staff_id
    from org.staff_department m
    join org.staff s
      on s.company_id = m.company_id
      and s.id = m.staff_id
    where m.company_id = wanted_company
      and m.department_id = any (departments)
      and m.until is null
      and not m.is_main
      and s.removed_at is null
      and (s.department_id <> all (departments) or s.department_id is null)
  )
$$;
