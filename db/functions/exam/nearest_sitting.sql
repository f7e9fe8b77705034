-- version 2
-- Whether a real exam goes on or begins within so many minutes, of whatever company: somebody sits one, its time runs (one that is open for more than
-- a day only counts while somebody sits), or it is about to open. Names the caller's own exams alone. No row: nothing is in the way.
create or replace function exam.nearest_sitting(given_company uuid, given_now timestamp with time zone, guard_minutes integer)
returns table(goes_on boolean, opens_at timestamp with time zone, name text)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select near.goes_on, near.opens_at, near.name
  from (
    (
      select true as goes_on, null::timestamptz as opens_at,
        (select e.name from exam.exam e where e.company_id = given_company and a.company_id = given_company and e.id = a.owner_id) as name
      from sitting.standing a
      where a.state in ('in_progress', 'paused', 'submitting')
        and a.owner_kind = 'exam'
        and (a.due_at > given_now or a.due_at is null and a.started_at > given_now - interval '1 day')
      limit 1
    )
    union all
    (
      select e.admission_start_at <= given_now, e.admission_start_at, case when e.company_id = given_company then e.name end
      from exam.exam e
      where e.status = 1
        and e.removed_at is null
        and e.admission_start_at <= given_now + make_interval(mins => guard_minutes)
        and e.admission_start_at > given_now - interval '1 day'
        and e.admission_end_at > given_now
        and (e.admission_start_at > given_now or e.admission_end_at <= e.admission_start_at + interval '1 day')
      order by e.admission_start_at
      limit 1
    )
    union all
    (
      select false, e.admission_start_at, case when e.company_id = given_company then e.name end
      from exam.exam e
      where e.status = 1
        and e.removed_at is null
        and e.admission_start_at > given_now
        and e.admission_start_at <= given_now + make_interval(mins => guard_minutes)
        and e.admission_end_at is null
      order by e.admission_start_at
      limit 1
    )
  ) near
  order by near.goes_on desc, near.opens_at
  limit 1
$$;
alter function exam.nearest_sitting(uuid,timestamp with time zone,integer) owner to kaopei_search;
revoke all on function exam.nearest_sitting(uuid,timestamp with time zone,integer) from public;
grant execute on function exam.nearest_sitting(uuid,timestamp with time zone,integer) to kaopei_app;
