-- Whoever had read an article, opened a link or ended a package's part used a seat by it, although no second of theirs was credited.
with used as (
  update course.seat s
  set state = 2, used_at = d.at
  from (
    select l.company_id, l.id as licence_id, v.staff_id, min(v.at) as at
    from course.licence l
    join course.task_event v on v.company_id = l.company_id and v.course_id = l.course_id
    where v.kind = 'done' and v.cause ->> 'source' in ('link', 'article', 'file', 'scorm')
    group by l.company_id, l.id, v.staff_id
  ) d
  where s.company_id = d.company_id and s.licence_id = d.licence_id and s.staff_id = d.staff_id and s.state = 1
  returning s.company_id, s.licence_id, s.staff_id, s.used_at
)
insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
select u.company_id, u.licence_id, u.staff_id, 'used', u.staff_id, u.used_at from used u;
