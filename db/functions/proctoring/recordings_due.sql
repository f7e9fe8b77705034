-- version 2
-- Recorded attempts of every company that began before this, whose recordings are still there and held by nothing, the oldest first.
create or replace function proctoring.recordings_due(began_before timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select w.company_id, w.attempt_id
  from proctoring.watch w
  where w.started_at < began_before
    and not exists (select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id)
    and not exists (
      select from proctoring.hold h where h.company_id = w.company_id and h.attempt_id = w.attempt_id and h.released_at is null
    )
  order by w.started_at
  limit most
$$;
alter function proctoring.recordings_due(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.recordings_due(timestamp with time zone,integer) from public;
grant execute on function proctoring.recordings_due(timestamp with time zone,integer) to kaopei_app;
