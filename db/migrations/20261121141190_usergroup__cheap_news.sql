-- News of who joined or left groups is worked out from the few groups that somebody listens to, not from the hundred thousand people who moved.
create or replace function exam.mark_followed_groups() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into exam.group_mark (company_id, exam_id)
  select distinct g.company_id, g.exam_id
  from exam.exam_group g
  where g.mode = 2
    and exists (select from moved m where m.company_id = g.company_id and m.group_id = g.group_id);
  return null;
end
$$;

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
