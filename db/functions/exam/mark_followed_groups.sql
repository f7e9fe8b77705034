-- version 1
-- Who joins or leaves a group that has times of its own gets or loses them, in an attempt under way too.
create or replace function exam.mark_followed_groups() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into exam.group_mark (company_id, exam_id)
  select g.company_id, g.exam_id
  from exam.exam_group g
  where g.mode = 2
    and exists (select from moved m where m.company_id = g.company_id and m.group_id = g.group_id)
  union
  select g.company_id, g.exam_id
  from exam.group_override g
  join exam.exam e on e.company_id = g.company_id and e.id = g.exam_id and e.status = 1 and e.removed_at is null
  where exists (select from moved m where m.company_id = g.company_id and m.group_id = g.group_id);
  return null;
end
$$;
