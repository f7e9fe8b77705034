-- version 3
-- Films of closed attempts that are to be composed, of every company: what somebody wants to see first, then attempts with marks or absences, then what
-- waits longest. After the hand-in two minutes are left for the last pieces, unless somebody asked; a run that was silent for two minutes is dead.
create or replace function proctoring.films_waiting(given_now timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid, source smallint)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select f.company_id, f.attempt_id, f.source
  from proctoring.film f
  join sitting.standing a on a.company_id = f.company_id and a.id = f.attempt_id
  where f.dropped_at is null
    and (f.state = 0 and (f.tries = 0 or f.changed_at < given_now - f.tries * interval '30 seconds')
      or f.state = 1 and f.changed_at < given_now - interval '2 minutes')
    and a.submitted_at is not null
    and (f.asked_at is not null or a.submitted_at < given_now - interval '2 minutes')
    and not exists (
      select from proctoring.deletion d
      where d.company_id = f.company_id and d.attempt_id = f.attempt_id and d.kind in (0, case f.source when 1 then 1 else 2 end)
    )
  order by f.asked_at nulls last,
    (a.absences > 0 or exists (
      select from proctoring.mark m where m.company_id = f.company_id and m.attempt_id = f.attempt_id and m.is_marked
    )) desc,
    f.changed_at
  limit most
$$;
alter function proctoring.films_waiting(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.films_waiting(timestamp with time zone,integer) from public;
grant execute on function proctoring.films_waiting(timestamp with time zone,integer) to kaopei_app;
