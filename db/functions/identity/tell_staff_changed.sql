-- version 1
-- A person's department is the base of scopes 3 and 4.
create or replace function identity.tell_staff_changed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', changed.company_id, array_agg(changed.id))
  from changed join former on former.company_id = changed.company_id and former.id = changed.id
  where (changed.department_id, changed.removed_at, changed.name) is distinct from (former.department_id, former.removed_at, former.name)
  group by changed.company_id;
  return null;
end
$$;
