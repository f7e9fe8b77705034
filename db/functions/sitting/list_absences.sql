-- version 2
-- The absences of an attempt. One runs from the first signal of not being present (visible, focused and, where it is asked for, in full screen) to
-- the next of being so; its kind is the strongest met. Under a second it is none, two with less than a second between them are one. `why` says
-- why one does not count: a dialog that was announced before (a minute at most; choosing a file only where the paper takes one), a stopped clock,
-- an attempt that was opened again since. Of one that lies in a stopped clock in part the rest counts, whenever it was told and whenever the clock was
-- stopped. Clients of before tell an absence by one event at its end (leave, pickFile).
create or replace function sitting.list_absences(given_company uuid, given_attempt uuid)
returns table(lease integer, began timestamptz, ended timestamptz, kind text, ms bigint, is_open boolean, why text)
language sql
stable
as $$
  with a as (
    select t.is_full_screen, t.lease_epoch, t.pardoned_at, exists (
      select from sitting.attempt_item i
      where i.company_id = given_company and i.attempt_id = given_attempt and i.type = 6
    ) as takes_pictures
    from sitting.attempt t
    where t.company_id = given_company and t.id = given_attempt
  ), signal as (
    select e.lease_epoch, e.client_seq, e.client_time as at, e.server_time, e.data ->> 'dialog' as dialog,
      case
        when e.data ? 'isExempt' then null
        when not (e.data ->> 'visible')::boolean then 3
        when a.is_full_screen and not (e.data ->> 'fullScreen')::boolean then 2
        when not (e.data ->> 'focused')::boolean then 1
      end as away
    from sitting.attempt_event e
    cross join a
    where e.company_id = given_company
      and e.attempt_id = given_attempt
      and e.type = 'signal'
      and not e.data ? 'isLate'
  ), placed as (
    select s.*, count(*) filter (where s.away is null) over w as stretch, lead(s.at) over w as next_at,
      coalesce(s.dialog, case when lag(s.at) over w >= s.at - interval '5 seconds' then lag(s.dialog) over w end) as announced,
      case when s.dialog is null and lag(s.dialog) over w is not null and lag(s.at) over w >= s.at - interval '5 seconds'
        then lag(s.at) over w else s.at end as announced_at
    from signal s
    window w as (partition by s.lease_epoch order by s.client_seq)
  ), told as (
    select p.lease_epoch, min(p.client_seq) as seq, min(p.server_time) as server_time, min(p.announced_at) as began,
      coalesce((array_agg(p.next_at order by p.client_seq desc))[1], max(p.at)) as ended,
      max(p.away) as strength, (array_agg(p.announced order by p.client_seq))[1] as announced,
      (array_agg(p.next_at order by p.client_seq desc))[1] is null as is_last, null::text as exempt
    from placed p
    where p.away is not null
    group by p.lease_epoch, p.stretch
    union all
    select v.lease_epoch, v.client_seq, v.server_time,
      v.client_time - make_interval(secs => (v.data ->> 'durationMs')::numeric::double precision / 1000),
      v.client_time, 0, case v.type when 'pickFile' then 'pickFile' end, false, v.data ->> 'isExempt'
    from sitting.attempt_event v
    where v.company_id = given_company
      and v.attempt_id = given_attempt
      and v.type in ('leave', 'pickFile')
      and not v.data ? 'isLate'
  ), stopped as (
    select range_agg(tstzrange(p.from_at, p.until_at)) as spans
    from sitting.attempt_pause p
    where p.company_id = given_company and p.attempt_id = given_attempt
  ), judged as (
    select t.*, t.is_last and t.lease_epoch = a.lease_epoch as is_open, s.paused,
      case
        when t.exempt is not null then t.exempt
        when t.server_time <= a.pardoned_at then 'pardoned'
        when s.paused > interval '0' and t.ended - t.began - s.paused < interval '1 second' then 'paused'
        when t.announced is null or t.ended - t.began - s.paused > interval '60 seconds' then null
        when t.announced <> 'pickFile' or a.takes_pictures then t.announced
      end as why
    from told t
    cross join a
    cross join lateral (
      select coalesce(sum(upper(span) - lower(span)), interval '0') as paused
      from stopped
      cross join unnest(case when t.began < t.ended then spans * tstzmultirange(tstzrange(t.began, t.ended)) end) as span
    ) s
    where (t.ended - t.began < interval '1 second') is not true
  ), parted as (
    select j.*, (j.began >= lag(j.ended) over w and j.began < lag(j.ended) over w + interval '1 second'
      and j.why is not distinct from lag(j.why) over w) is not true as is_new
    from judged j
    window w as (partition by j.lease_epoch order by j.seq)
  ), numbered as (
    select p.*, count(*) filter (where p.is_new) over (partition by p.lease_epoch order by p.seq) as number
    from parted p
  )
  select n.lease_epoch, min(n.began), max(n.ended),
    case max(n.strength) when 3 then 'hidden' when 2 then 'fullScreen' when 1 then 'focus' else 'left' end,
    coalesce(round(extract(epoch from max(n.ended) - min(n.began) - coalesce(sum(n.paused) filter (where n.why is null), interval '0')) * 1000)::bigint, 0),
    bool_or(n.is_open), min(n.why)
  from numbered n
  group by n.lease_epoch, n.number
  order by n.lease_epoch, n.number
$$;
grant execute on function sitting.list_absences(uuid,uuid) to kaopei_app;
