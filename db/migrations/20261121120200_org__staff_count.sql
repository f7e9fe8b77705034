-- Keeps org.department.staff_count. One statement changes the counts of all departments that it touches; departments are locked in the order of their
-- ids, so that two such statements never wait for each other.
create function org.add_staff_counts(companies uuid[], departments uuid[], changes integer[]) returns void
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

create function org.staff_inserted() returns trigger
language plpgsql as $$
declare
  companies uuid[];
  departments uuid[];
  changes integer[];
begin
  select array_agg(company_id), array_agg(department_id), array_agg(change)
  into companies, departments, changes
  from (
    select company_id, department_id, count(*)::integer as change
    from new_rows
    where removed_at is null
      and department_id is not null
    group by company_id, department_id
  ) touched;
  if departments is not null then
    perform org.add_staff_counts(companies, departments, changes);
  end if;
  return null;
end
$$;

create function org.staff_updated() returns trigger
language plpgsql as $$
declare
  companies uuid[];
  departments uuid[];
  changes integer[];
begin
  select array_agg(company_id), array_agg(department_id), array_agg(change)
  into companies, departments, changes
  from (
    select company_id, department_id, sum(change)::integer as change
    from (
      select company_id, department_id, -1 as change from old_rows where removed_at is null and department_id is not null
      union all
      select company_id, department_id, 1 from new_rows where removed_at is null and department_id is not null
    ) both_rows
    group by company_id, department_id
    having sum(change) <> 0
  ) touched;
  if departments is not null then
    perform org.add_staff_counts(companies, departments, changes);
  end if;
  return null;
end
$$;

create function org.staff_deleted() returns trigger
language plpgsql as $$
declare
  companies uuid[];
  departments uuid[];
  changes integer[];
begin
  select array_agg(company_id), array_agg(department_id), array_agg(change)
  into companies, departments, changes
  from (
    select company_id, department_id, -count(*)::integer as change
    from old_rows
    where removed_at is null
      and department_id is not null
    group by company_id, department_id
  ) touched;
  if departments is not null then
    perform org.add_staff_counts(companies, departments, changes);
  end if;
  return null;
end
$$;

create trigger staff_inserted after insert on org.staff
  referencing new table as new_rows for each statement execute function org.staff_inserted();
create trigger staff_updated after update on org.staff
  referencing old table as old_rows new table as new_rows for each statement execute function org.staff_updated();
create trigger staff_deleted after delete on org.staff
  referencing old table as old_rows for each statement execute function org.staff_deleted();
