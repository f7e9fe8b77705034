-- Times that a candidate, or whoever is in a user group, has instead of the exam's. Field by field: null inherits; closes_at 'infinity' is "no close",
-- limit_minutes 0 "no limit", attempts_allowed 0 "any number". What somebody has for themselves beats what groups give; among groups the most generous wins.
create table exam.candidate_override (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  opens_at timestamptz,
  closes_at timestamptz,
  limit_minutes integer check (limit_minutes between 0 and 10080),
  attempts_allowed integer check (attempts_allowed between 0 and 99),
  extra_percent integer check (extra_percent between 0 and 400),
  extra_minutes integer check (extra_minutes between 0 and 1440),
  reason text not null,
  changed_by uuid,
  changed_at timestamptz not null default now(),
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id, staff_id) references exam.candidate (company_id, exam_id, staff_id) on delete cascade
);

-- Members of the group as it is now, however it was attached to the exam, and whether it was.
create table exam.group_override (
  company_id uuid not null,
  exam_id uuid not null,
  group_id uuid not null,
  opens_at timestamptz,
  closes_at timestamptz,
  limit_minutes integer check (limit_minutes between 0 and 10080),
  attempts_allowed integer check (attempts_allowed between 0 and 99),
  extra_percent integer check (extra_percent between 0 and 400),
  extra_minutes integer check (extra_minutes between 0 and 1440),
  reason text not null,
  changed_by uuid,
  changed_at timestamptz not null default now(),
  primary key (company_id, exam_id, group_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references usergroup.staff_group (company_id, id)
);
create index group_override_by_group on exam.group_override (company_id, group_id, exam_id);

-- The times that candidates have had for themselves until now. Extra time of 0 was none.
alter table exam.candidate no force row level security;
insert into exam.candidate_override
  (company_id, exam_id, staff_id, opens_at, closes_at, extra_percent, extra_minutes, reason)
select c.company_id, c.exam_id, c.staff_id, c.opens_at, c.closes_at,
  nullif(least(c.extra_percent, 400), 0), nullif(least(c.extra_minutes, 1440), 0), '升级前的设置'
from exam.candidate c
where c.extra_percent > 0 or c.extra_minutes > 0 or c.opens_at is not null or c.closes_at is not null;
alter table exam.candidate force row level security;
alter table exam.candidate
  drop column opens_at,
  drop column closes_at,
  drop column extra_percent,
  drop column extra_minutes;

call kit.protect_company_table('exam.candidate_override');
call kit.protect_company_table('exam.group_override');

-- As the server reads them (override.ts): null inherits, "infinity" is no close.
create function exam.stored_times(
  opens_at timestamptz, closes_at timestamptz, limit_minutes integer, attempts_allowed integer, extra_percent integer, extra_minutes integer
) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_object('opensAt', opens_at, 'closesAt', closes_at, 'limitMinutes', limit_minutes,
    'attemptsAllowed', attempts_allowed, 'extraPercent', extra_percent, 'extraMinutes', extra_minutes)
$$;
grant execute on function exam.stored_times(timestamptz, timestamptz, integer, integer, integer, integer) to kaopei_app;

-- What everybody has instead of the exam's times who has anything: the rule of mergedOverride (rules/override.ts), for all who read it.
create function exam.own_times(given_company uuid, given_exam uuid) returns table (
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
grant execute on function exam.own_times(uuid, uuid) to kaopei_app;

-- When somebody may begin no more, 'infinity' when never: the rule of extendedClose (rules/deadline.ts). A close of their own is not moved by extra time.
create function exam.close_for(
  exam_close timestamptz, exam_limit integer, own_close timestamptz, own_limit integer, own_percent integer, own_minutes integer
) returns timestamptz
language sql stable parallel safe as $$
  select coalesce(
    own_close,
    exam_close + make_interval(mins => coalesce(own_minutes, 0) + case coalesce(own_limit, exam_limit, 0)
      when 0 then 0
      else (ceil(coalesce(own_limit, exam_limit) * (100 + coalesce(own_percent, 0)) / 100.0) - coalesce(own_limit, exam_limit))::integer
    end),
    'infinity'
  )
$$;
grant execute on function exam.close_for(timestamptz, integer, timestamptz, integer, integer, integer) to kaopei_app;

-- When nobody may sit any more, 'infinity' when never: the exam's close, that of everybody who has times of their own and may still begin, and what
-- attempts were given.
create function exam.last_close(given_company uuid, given_exam uuid) returns timestamptz
language sql stable parallel safe as $$
  select greatest(
    coalesce(e.admission_end_at, 'infinity'),
    (
      select max(exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes))
      from exam.own_times(given_company, given_exam) o
      join exam.candidate c on c.company_id = given_company and c.exam_id = given_exam and c.staff_id = o.staff_id
      where coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) = 0
        or coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) > (
          select count(*)
          from exam.attempt a
          where a.company_id = given_company and a.exam_id = given_exam and a.staff_id = o.staff_id
        )
    ),
    (
      select max(case when a.state in ('in_progress', 'paused', 'submitting') then coalesce(a.due_at, 'infinity') else a.due_at end)
      from exam.attempt a
      where a.company_id = given_company and a.exam_id = given_exam
    )
  )
  from exam.exam e
  where e.company_id = given_company and e.id = given_exam
$$;
grant execute on function exam.last_close(uuid, uuid) to kaopei_app;

-- A start holds for the times that it was made of: the exam's by its version, somebody's own as they were read.
drop function exam.times_unchanged(uuid, uuid, uuid, integer, integer, integer);
create function exam.times_unchanged(
  given_company uuid, given_exam uuid, given_staff uuid, seen_version integer, seen_times jsonb
) returns boolean
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(exam.times_lock(given_exam));
  return exists (
    select 1
    from exam.exam e
    join exam.candidate c on c.company_id = e.company_id and c.exam_id = e.id and c.staff_id = given_staff
    where e.company_id = given_company
      and e.id = given_exam
      and e.version = seen_version
      and seen_times is not distinct from (select o.stored from exam.own_times(given_company, given_exam) o where o.staff_id = given_staff)
  );
end
$$;
grant execute on function exam.times_unchanged(uuid, uuid, uuid, integer, jsonb) to kaopei_app;

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
