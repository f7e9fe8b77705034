-- version 1
-- Members of a group with roles gain and lose them at once.
create or replace function identity.tell_members_changed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', m.company_id, array_agg(distinct m.staff_id))
  from (select distinct g.company_id, g.group_id from identity.role_group g) g
  join moved m on m.company_id = g.company_id and m.group_id = g.group_id
  group by m.company_id;
  return null;
end
$$;
