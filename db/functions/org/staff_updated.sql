-- version 1
create or replace function org.staff_updated() returns trigger
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
