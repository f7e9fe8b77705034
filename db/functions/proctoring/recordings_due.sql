-- version 3
-- Of servers of before, which knew one time for every kind: they delete nothing any more (recordings_due_by_kind).
create or replace function proctoring.recordings_due(began_before timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select w.company_id, w.attempt_id
  from proctoring.watch w
  where false
$$;
alter function proctoring.recordings_due(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.recordings_due(timestamp with time zone,integer) from public;
grant execute on function proctoring.recordings_due(timestamp with time zone,integer) to kaopei_app;
