-- version 1
-- How each person who has tried a device for an exam stands: of each device the latest, of the person the best of those for the flags that the exam has
-- now. State 1 passed, 2 passed with remarks, 3 failed, 4 out of date.
create or replace function proctoring.trial_standing(given_company uuid, given_exam uuid, given_flags text)
returns table(staff_id uuid, state smallint, at timestamptz, device_name text, checks jsonb, tries integer)
language sql
stable
as $$
  with latest as (
    select distinct on (t.staff_id, t.device) t.staff_id, t.device_name, t.checks, t.at,
      case when t.flags = given_flags then t.state else 4::smallint end as state
    from proctoring.device_trial t
    where t.company_id = given_company and t.exam_id = given_exam
    order by t.staff_id, t.device, t.at desc, t.id desc
  ), counted as (
    select t.staff_id, count(*)::integer as tries
    from proctoring.device_trial t
    where t.company_id = given_company and t.exam_id = given_exam
    group by t.staff_id
  )
  select distinct on (l.staff_id) l.staff_id, l.state, l.at, l.device_name, l.checks, c.tries
  from latest l
  join counted c on c.staff_id = l.staff_id
  order by l.staff_id, l.state, l.at desc
$$;
grant execute on function proctoring.trial_standing(uuid,uuid,text) to kaopei_app;
