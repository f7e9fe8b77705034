-- Absences are counted by the server, from the events that it holds: what a client says of their number decides nothing.
-- absence_limit is the exam's (0: none) when the attempt began; over_limit_at is when the count first exceeded it.
alter table exam.attempt
  add column absences integer not null default 0,
  add column absence_limit integer not null default 0,
  add column over_limit_at timestamptz;
create index attempt_over_limit on exam.attempt (over_limit_at) where over_limit_at is not null and state in ('in_progress', 'submitting');

-- How often the exam's window was left. Less than a second is no absence, and two with less than a second between them are one (a client's
-- clock says so; an absence without its times counts by itself). Choosing a picture is none for a minute, where the paper asks for one.
create function exam.absences_of(given_company uuid, given_attempt uuid) returns integer
language sql stable as $$
  select count(*)::integer
  from (
    select e.client_time - e.away as began,
      lag(e.client_time) over (order by e.lease_epoch, e.client_seq) as last_end
    from (
      select v.type, v.lease_epoch, v.client_seq, v.client_time,
        make_interval(secs => (v.data ->> 'durationMs')::numeric::double precision / 1000) as away
      from exam.attempt_event v
      where v.company_id = given_company
        and v.attempt_id = given_attempt
        and v.type in ('leave', 'pickFile')
        and v.data -> 'isExempt' is null
    ) e
    where (e.away < interval '1 second') is not true
      and (
        e.type = 'leave'
        or e.away > interval '60 seconds'
        or not exists (
          select from exam.attempt_item i
          where i.company_id = given_company and i.attempt_id = given_attempt and i.type = 6
        )
      )
  ) a
  where (a.began >= a.last_end and a.began < a.last_end + interval '1 second') is not true
$$;
grant execute on function exam.absences_of(uuid, uuid) to kaopei_app;

-- As before, and what was seen decides: whoever leaves more often than the exam allows is handed in (exam.over_limit_attempts).
create or replace function exam.heartbeat(
  given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamptz, events json
) returns table (state text, due_at timestamptz, grace_seconds integer, epoch integer, submitted_at timestamptz, leaves bigint)
language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a record;
begin
  perform set_config('app.company_id', given_company::text, true);
  if events is not null then
    -- Who counts must see what others have just written.
    perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  end if;
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.submitted_at, t.absences, t.absence_limit into a
  from exam.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return;
  end if;
  if events is not null and a.state in ('in_progress', 'paused') then
    insert into exam.attempt_event
      (company_id, attempt_id, type, actor_id, source, lease_epoch, client_seq, client_time, server_time, data)
    select given_company, given_attempt, g.type, given_staff, 'client', given_epoch, g.seq, g.at, given_now,
      coalesce(g.data, '{}') || case when a.state = 'paused' then '{"isExempt": "paused"}'::jsonb else '{}' end
    from json_to_recordset(events) as g(type text, seq bigint, at timestamptz, data jsonb)
    where (
      select count(*)
      from exam.attempt_event e
      where e.company_id = given_company and e.attempt_id = given_attempt and e.type = g.type and e.source = 'client'
    ) < 2000
    on conflict do nothing;
    a.absences := exam.absences_of(given_company, given_attempt);
    update exam.attempt t
    set absences = a.absences,
      over_limit_at = case when a.absence_limit > 0 and a.absences > a.absence_limit then coalesce(t.over_limit_at, given_now) end
    where t.company_id = given_company
      and t.id = given_attempt
      and t.absences <> a.absences;
  end if;
  return query select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.submitted_at, a.absences::bigint;
end
$$;

-- Attempts of every company whose window was left too often a while ago, and which nobody handed in.
grant create on schema exam to kaopei_search;
create function exam.over_limit_attempts(over_before timestamptz, most integer) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.company_id, a.id
  from exam.attempt a
  where a.over_limit_at < over_before
    and a.over_limit_at is not null
    and a.state in ('in_progress', 'submitting')
  order by a.over_limit_at
  limit most
$$;
alter function exam.over_limit_attempts(timestamptz, integer) owner to kaopei_search;
revoke all on function exam.over_limit_attempts(timestamptz, integer) from public;
grant execute on function exam.over_limit_attempts(timestamptz, integer) to kaopei_app;
revoke create on schema exam from kaopei_search;

-- Attempts under way when this is installed.
update exam.attempt a
set absence_limit = coalesce((e.settings ->> 'switchScreenNumberLimit')::integer, 0),
  absences = exam.absences_of(a.company_id, a.id)
from exam.exam e
where e.company_id = a.company_id
  and e.id = a.exam_id;
