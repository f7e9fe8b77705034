-- A version that keeps completions brings tasks which are not asked of whoever had completed the course. A later version makes them owe what is new in it, and
-- nothing that they were spared.
alter table course.enrolment add column spared_tasks uuid[] not null default '{}';
comment on column course.enrolment.spared_tasks is 'Tasks that came when they had completed the course, and were not asked of them.';

update course.enrolment e
set spared_tasks = u.ids
from (
  select e.company_id, e.course_id, e.staff_id, array_agg(t.id) as ids
  from course.enrolment e
  join lateral (
    select t.id, row_number() over (order by c.sort, c.id, t.sort, t.id) as place
    from course.task t
    join course.chapter c on c.company_id = t.company_id and c.version_id = t.version_id and c.id = t.chapter_id
    where t.company_id = e.company_id and t.version_id = e.states_of
  ) t on e.task_states[t.place] is distinct from 2
  where e.completed_at is not null and e.states_of is not null
  group by e.company_id, e.course_id, e.staff_id
) u
where e.company_id = u.company_id and e.course_id = u.course_id and e.staff_id = u.staff_id;
