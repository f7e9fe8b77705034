-- version 2
-- A sign of life of the screen, and what it saw. Events are numbered by the client from 1 without holes, for each lease, and are kept once; of one
-- type no more than 120 in a minute, and a cut is noted. What comes after the hand-in is kept and marked late. Absences are counted anew: whoever
-- leaves more often or longer than the attempt allows is handed in (sitting.over_limit_attempts). `tellings`: what the candidate has not acknowledged.
create or replace function sitting.take_heartbeat(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, events json)
returns table(state text, due_at timestamp with time zone, grace_seconds integer, epoch integer, submitted_at timestamp with time zone, leaves integer, away_ms bigint, tellings jsonb)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  a record;
  counted record;
  told jsonb := '[]';
begin
  perform set_config('app.company_id', given_company::text, true);
  if events is not null then
    -- Who counts must see what others have just written.
    perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  end if;
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.submitted_at, t.absences, t.absence_limit, t.absence_seconds, t.adds_absences,
    t.away_ms, t.longest_away_ms, t.over_limit_at, t.away_limit_at, t.hole_since, t.has_tellings
  into a
  from sitting.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return;
  end if;
  if events is not null and a.state not in ('assigned', 'checked_in', 'ready') then
    with given as materialized (
      select g.type, g.seq, g.at, coalesce(g.data, '{}') as data, row_number() over (partition by g.type order by g.seq) + (
        select count(*)
        from sitting.attempt_event e
        where e.company_id = given_company and e.attempt_id = given_attempt and e.type = g.type and e.source = 'client'
          and e.server_time > given_now - interval '1 minute'
      ) as place
      from json_to_recordset(events) as g(type text, seq bigint, at timestamptz, data jsonb)
      where not exists (
        select from sitting.attempt_event e
        where e.company_id = given_company and e.attempt_id = given_attempt and e.lease_epoch = given_epoch and e.client_seq = g.seq
      )
    ), kept as (
      insert into sitting.attempt_event
        (company_id, attempt_id, type, actor_id, source, lease_epoch, client_seq, client_time, server_time, data)
      select given_company, given_attempt, g.type, given_staff, 'client', given_epoch, g.seq, g.at, given_now,
        g.data || case a.state when 'paused' then '{"isExempt": "paused"}'::jsonb when 'in_progress' then '{}' when 'submitting' then '{}'
          else '{"isLate": true}' end
      from given g
      where g.place <= 120
      on conflict do nothing
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
    select given_company, given_attempt, 'cut', given_staff, given_epoch, given_now,
      jsonb_build_object('type', g.type, 'count', count(*), 'from', min(g.seq), 'to', max(g.seq))
    from given g
    where g.place > 120
    group by g.type;
    if a.state in ('in_progress', 'paused', 'submitting') then
      select count(*) filter (where l.why is null)::integer as absences,
        coalesce(sum(l.ms) filter (where l.why is null), 0)::bigint as away_ms,
        coalesce(max(l.ms) filter (where l.why is null), 0)::bigint as longest_ms,
        max(case when l.why is null then l.ms else 0 end) filter (where l.is_open and (l.why is null or l.why = 'paused')) as open_ms,
        max(l.ms) filter (where l.is_open and l.why <> 'paused') as exempt_ms
      into counted
      from sitting.list_absences(given_company, given_attempt) l;
      -- Numbers of before count from the clock and have holes.
      select case when count(*) < max(e.client_seq) then coalesce(a.hole_since, given_now) end as since
      into a.hole_since
      from sitting.attempt_event e
      where e.company_id = given_company and e.attempt_id = given_attempt and e.lease_epoch = given_epoch and e.client_seq < 1000000000;
      a.absences := counted.absences;
      a.away_ms := counted.away_ms;
      a.away_limit_at := case
        when a.absence_seconds = 0 or a.state = 'paused' then null
        when counted.open_ms is not null then given_now + make_interval(secs =>
          (a.absence_seconds * 1000 - case when a.adds_absences then counted.away_ms else counted.open_ms end) / 1000.0)
        when counted.exempt_ms is not null then given_now + make_interval(secs => (greatest(a.absence_seconds, 60) * 1000 - counted.exempt_ms) / 1000.0)
      end;
      update sitting.attempt t
      set absences = counted.absences,
        away_ms = counted.away_ms,
        longest_away_ms = counted.longest_ms,
        away_limit_at = a.away_limit_at,
        hole_since = a.hole_since,
        over_limit_at = case
          when t.absence_limit > 0 and counted.absences > t.absence_limit
            or t.absence_seconds > 0 and case when t.adds_absences then counted.away_ms else counted.longest_ms end > t.absence_seconds * 1000
          then coalesce(t.over_limit_at, given_now)
        end
      where t.company_id = given_company
        and t.id = given_attempt
        and (t.absences, t.away_ms, t.longest_away_ms, t.away_limit_at, t.hole_since)
          is distinct from (counted.absences, counted.away_ms, counted.longest_ms, a.away_limit_at, a.hole_since);
    end if;
  end if;
  if a.has_tellings then
    update sitting.telling t
    set delivered_at = given_now
    where t.company_id = given_company and t.attempt_id = given_attempt and t.delivered_at is null;
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'text', t.text, 'at', t.at) order by t.at, t.id), '[]')
    into told
    from sitting.telling t
    where t.company_id = given_company and t.attempt_id = given_attempt and t.acknowledged_at is null;
  end if;
  return query select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.submitted_at, a.absences, a.away_ms, told;
end
$$;
grant execute on function sitting.take_heartbeat(uuid,uuid,uuid,integer,timestamp with time zone,json) to kaopei_app;
