-- version 1
-- Composed films of every company that nobody has looked at since.
create or replace function proctoring.films_unseen(since timestamp with time zone, most integer)
returns table(company_id uuid, attempt_id uuid, source smallint)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select f.company_id, f.attempt_id, f.source
  from proctoring.film f
  where f.state = 2
    and greatest(f.changed_at, f.seen_at) < since
  order by f.changed_at
  limit most
$$;
alter function proctoring.films_unseen(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function proctoring.films_unseen(timestamp with time zone,integer) from public;
grant execute on function proctoring.films_unseen(timestamp with time zone,integer) to kaopei_app;
