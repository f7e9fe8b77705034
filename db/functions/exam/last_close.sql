-- version 5
-- When nobody may sit any more, 'infinity' when never: the exam's close, that of everybody who has times of their own and may still begin, and what
-- attempts were given, but for those that their candidates handed in: nobody opens these again. Whose clock stands still until somebody lets it go on has
-- no end yet.
create or replace function exam.last_close(given_company uuid, given_exam uuid)
returns timestamp with time zone
language sql
stable parallel safe
as $$
  select greatest(
    coalesce(e.admission_end_at, 'infinity'),
    (
      select max(exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes))
      from exam.own_times(given_company, given_exam) o
      join exam.candidate c on c.company_id = given_company and c.exam_id = given_exam and c.staff_id = o.staff_id
      where coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) = 0
        or coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) > (
          select count(*)
          from sitting.standing a
          where a.company_id = given_company and a.owner_id = given_exam and a.staff_id = o.staff_id
        )
    ),
    (
      select max(case
        when a.is_stopped then 'infinity'
        when a.state in ('in_progress', 'paused', 'submitting') then coalesce(a.due_at, 'infinity')
        when a.submit_cause = 'manual' then null
        else a.due_at
      end)
      from sitting.standing a
      where a.company_id = given_company and a.owner_id = given_exam
    )
  )
  from exam.exam e
  where e.company_id = given_company and e.id = given_exam
$$;
grant execute on function exam.last_close(uuid,uuid) to kaopei_app;
