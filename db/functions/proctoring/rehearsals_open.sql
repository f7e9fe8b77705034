-- version 1
-- Rehearsals of every company that are not over, or of which something may be left.
create or replace function proctoring.rehearsals_open(most integer)
returns table(company_id uuid, id uuid, state smallint)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select r.company_id, r.id, r.state
  from proctoring.rehearsal_run r
  where r.cleaned_at is null
  order by r.id
  limit most
$$;
alter function proctoring.rehearsals_open(integer) owner to kaopei_search;
revoke all on function proctoring.rehearsals_open(integer) from public;
grant execute on function proctoring.rehearsals_open(integer) to kaopei_app;
