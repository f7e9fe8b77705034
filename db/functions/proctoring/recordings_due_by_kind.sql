-- version 5
-- Kinds of recordings of every company whose days are over and that nothing holds and no verdict needs, the oldest first. The days are the lesser of what the candidate agreed
-- to and what the company says now; nobody is asked about a kind that their candidates agreed to no days of.
create or replace function proctoring.recordings_due_by_kind(given_now timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid, kind smallint, kept_days integer)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select w.company_id, w.attempt_id, k.kind, days.least
  from proctoring.watch w
  left join exam.kept_days r on r.company_id = w.company_id
  cross join lateral (
    values (1::smallint, coalesce(r.screen_film, 180::smallint)), (2::smallint, coalesce(r.camera_film, 180::smallint)),
      (3::smallint, coalesce(r.screen_picture, 180::smallint)), (4::smallint, coalesce(r.photograph, 180::smallint)),
      (5::smallint, coalesce(r.frame, 180::smallint)), (6::smallint, coalesce(r.check_in, 30::smallint))
  ) as k(kind, days)
  cross join lateral (
    select least((w.kept_days ->> k.kind::text)::integer, k.days::integer) as least
  ) as days
  where not w.is_gone
    and jsonb_exists(w.kept_days, k.kind::text)
    and w.started_at < given_now - days.least * interval '1 day'
    and proctoring.kept_since(w.company_id, w.attempt_id, w.started_at, w.from_result) < given_now - days.least * interval '1 day'
    and not exists (
      select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id and d.kind in (0, k.kind)
    )
    and not exists (
      select from proctoring.hold h where h.company_id = w.company_id and h.attempt_id = w.attempt_id and h.released_at is null
    )
    and not proctoring.is_under_judgement(w.company_id, w.attempt_id, given_now)
  order by w.started_at, w.attempt_id, k.kind
  limit most
$$;
alter function proctoring.recordings_due_by_kind(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.recordings_due_by_kind(timestamp with time zone,integer) from public;
grant execute on function proctoring.recordings_due_by_kind(timestamp with time zone,integer) to kaopei_app;
