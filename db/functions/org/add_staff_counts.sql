-- version 1
-- Keeps org.department.staff_count. One statement changes the counts of all departments that it touches; departments are locked in the order of their
-- ids, so that two such statements never wait for each other.
create or replace function org.add_staff_counts(companies uuid[], departments uuid[], changes integer[]) returns void
language plpgsql as $$
begin
  perform 1
  from org.department d
  where (d.company_id, d.id) in (select * from unnest(companies, departments))
  order by d.id
  for no key update;
  update org.department d
  set staff_count = d.staff_count + c.change
  from unnest(companies, departments, changes) as c (company_id, department_id, change)
  where d.company_id = c.company_id
    and d.id = c.department_id;
end
$$;
