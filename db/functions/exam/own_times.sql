-- version 1
-- What everybody has instead of the exam's times who has anything: the rule of mergedOverride (rules/override.ts), for all who read it.
create or replace function exam.own_times(given_company uuid, given_exam uuid) returns table (
  staff_id uuid, opens_at timestamptz, closes_at timestamptz, limit_minutes integer, attempts_allowed integer,
  extra_percent integer, extra_minutes integer, stored jsonb
)
language sql stable parallel safe as $$
  select m.staff_id, m.opens_at, m.closes_at, m.limit_minutes, m.attempts_allowed, m.extra_percent, m.extra_minutes,
    exam.stored_times(m.opens_at, m.closes_at, m.limit_minutes, m.attempts_allowed, m.extra_percent, m.extra_minutes)
  from (
    select o.staff_id,
      coalesce(min(o.opens_at) filter (where o.is_own), min(o.opens_at)) as opens_at,
      coalesce(max(o.closes_at) filter (where o.is_own), max(o.closes_at)) as closes_at,
      coalesce(max(o.limit_minutes) filter (where o.is_own), min(o.limit_minutes) filter (where o.limit_minutes = 0),
        max(o.limit_minutes)) as limit_minutes,
      coalesce(max(o.attempts_allowed) filter (where o.is_own), min(o.attempts_allowed) filter (where o.attempts_allowed = 0),
        max(o.attempts_allowed)) as attempts_allowed,
      coalesce(max(o.extra_percent) filter (where o.is_own), max(o.extra_percent)) as extra_percent,
      coalesce(max(o.extra_minutes) filter (where o.is_own), max(o.extra_minutes)) as extra_minutes
    from (
      select p.staff_id, true as is_own, p.opens_at, p.closes_at, p.limit_minutes, p.attempts_allowed, p.extra_percent, p.extra_minutes
      from exam.candidate_override p
      where p.company_id = given_company and p.exam_id = given_exam
      union all
      select m.staff_id, false, g.opens_at, g.closes_at, g.limit_minutes, g.attempts_allowed, g.extra_percent, g.extra_minutes
      from exam.group_override g
      join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id
      where g.company_id = given_company and g.exam_id = given_exam
    ) o
    group by o.staff_id
  ) m
$$;
grant execute on function exam.own_times(uuid,uuid) to kaopei_app;
