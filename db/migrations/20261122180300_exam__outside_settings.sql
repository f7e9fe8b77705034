-- Until now every exam took outside candidates, whatever it said. Those that have some say so from now on: only imported ones.
alter table exam.exam no force row level security;
alter table exam.candidate no force row level security;
alter table exam.exam_group no force row level security;
alter table usergroup.member no force row level security;
alter table org.staff no force row level security;
alter table collect.field no force row level security;
alter table collect.collection no force row level security;

update exam.exam e
set settings = e.settings || '{"outerParticipationMode": 3}'
where coalesce((e.settings ->> 'outerParticipationMode')::integer, 0) = 0
  and (
    exists (
      select from exam.candidate c
      join org.staff s on s.company_id = c.company_id and s.id = c.staff_id
      where c.company_id = e.company_id and c.exam_id = e.id and s.staff_source = 2
    )
    or exists (
      select from exam.exam_group g
      join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id
      join org.staff s on s.company_id = m.company_id and s.id = m.staff_id
      where g.company_id = e.company_id and g.exam_id = e.id and g.mode = 2 and s.staff_source = 2
    )
  );

-- What the payload said of the fields to fill in was kept where nobody looked; it goes to the lists that are asked.
insert into collect.collection (company_id, exam_id, required, optional)
select w.company_id, w.exam_id, '{name,phone}' || w.required, w.optional
from (
  select e.company_id, e.id as exam_id,
    array(
      select f.id::text from collect.field f
      where f.company_id = e.company_id and f.subject = 1 and f.removed_at is null
        and e.settings -> 'outerStaffCollection' -> 'requirement' ? f.id::text
      order by f.sort, f.id
    ) as required,
    array(
      select f.id::text from collect.field f
      where f.company_id = e.company_id and f.subject = 1 and f.removed_at is null
        and e.settings -> 'outerStaffCollection' -> 'optional' ? f.id::text
        and not e.settings -> 'outerStaffCollection' -> 'requirement' ? f.id::text
      order by f.sort, f.id
    ) as optional
  from exam.exam e
  where e.removed_at is null and e.settings ? 'outerStaffCollection'
) w
where cardinality(w.required) + cardinality(w.optional) > 0
on conflict do nothing;

update exam.exam set settings = settings - 'outerStaffCollection' where settings ? 'outerStaffCollection';

alter table collect.collection force row level security;
alter table collect.field force row level security;
alter table org.staff force row level security;
alter table usergroup.member force row level security;
alter table exam.exam_group force row level security;
alter table exam.candidate force row level security;
alter table exam.exam force row level security;
