-- version 2
-- The door for rooms below this one: imports of the roster bring answers of employees along and know no room above theirs.
-- What is not said stays; people of other kinds are left out. Run as its caller: row-level security decides whose people they are.
create or replace function collect.save_employee_values(
  of_company uuid, staff_ids uuid[], field_ids text[], answers jsonb[], saved_at timestamptz
) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into collect.staff_value as kept (company_id, staff_id, field_id, value, updated_at)
  select of_company, x.staff_id, x.field_id, x.answer, saved_at
  from unnest(staff_ids, field_ids, answers) as x (staff_id, field_id, answer)
  join org.person s on s.company_id = of_company and s.id = x.staff_id and s.staff_source = 1
  on conflict (company_id, staff_id, field_id) do update
  set value = excluded.value, updated_at = excluded.updated_at
  where kept.value is distinct from excluded.value
$$;
revoke all on function collect.save_employee_values(uuid,uuid[],text[],jsonb[],timestamp with time zone) from public;
grant execute on function collect.save_employee_values(uuid,uuid[],text[],jsonb[],timestamp with time zone) to kaopei_app;
