-- version 1
-- The departments below the given ones, themselves included. Runs with the rights of its caller.
create or replace function org.departments_under(wanted_company uuid, roots uuid[]) returns uuid[]
language sql stable parallel safe as $$
  select array(
    select d.id
    from org.department root
    join org.department d
      on d.company_id = root.company_id
      and d.path >= root.path
      and d.path < root.path_end
    where root.company_id = wanted_company
      and root.id = any (roots)
      and d.removed_at is null
  )
$$;
