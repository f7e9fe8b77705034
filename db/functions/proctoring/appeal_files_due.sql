-- version 3
-- Attempts of every company with files of appeals whose days are over and that nothing holds: so many days after the last step of the case, or the
-- attempt's result where that is later.
create or replace function proctoring.appeal_files_due(given_now timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid, kept_days integer)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select f.company_id, f.attempt_id, days.kept
  from (
    select distinct a.company_id, a.attempt_id from proctoring.appeal_file a where a.deleted_at is null
  ) f
  left join exam.kept_days r on r.company_id = f.company_id
  cross join lateral (select coalesce(r.appeal, 180::smallint)::integer as kept) days
  cross join lateral (
    select v.at
    from proctoring.verdict v
    where v.company_id = f.company_id and v.attempt_id = f.attempt_id
    order by v.number desc
    limit 1
  ) step
  where greatest(step.at, proctoring.kept_since(f.company_id, f.attempt_id, step.at, true)) < given_now - days.kept * interval '1 day'
    -- Attempts without recordings have no hold.
    and not proctoring.is_under_judgement(f.company_id, f.attempt_id, given_now)
    and not exists (
      select from proctoring.hold h where h.company_id = f.company_id and h.attempt_id = f.attempt_id and h.released_at is null
    )
  order by step.at, f.attempt_id
  limit most
$$;
alter function proctoring.appeal_files_due(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.appeal_files_due(timestamp with time zone,integer) from public;
grant execute on function proctoring.appeal_files_due(timestamp with time zone,integer) to kaopei_app;
