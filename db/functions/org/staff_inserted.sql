-- version 1
create or replace function org.staff_inserted() returns trigger
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
