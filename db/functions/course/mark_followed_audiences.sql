-- version 2
-- Who joins or leaves a followed group comes to its courses or leaves them.
create or replace function course.mark_followed_audiences() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into course.audience_mark (company_id, course_id)
  select distinct a.company_id, a.course_id
  from (select distinct moved.company_id, moved.group_id from moved) m
  join course.audience a on a.company_id = m.company_id and a.kind = 'group' and a.target_id = m.group_id and a.mode = 2;
  return null;
end
$$;
create or replace trigger mark_courses_of_new after insert on identity.group_member
  referencing new table as moved
  for each statement execute function course.mark_followed_audiences();
create or replace trigger mark_courses_of_former after delete on identity.group_member
  referencing old table as moved
  for each statement execute function course.mark_followed_audiences();
