-- version 3
-- Attempts that are closed and not scored, of every company some: those of a company that waited longest first, and first what is first of
-- some company. A hand-in of a hundred thousand in one company does not hide the one of another. What was
-- taken in by force waits half an hour, in which it may be opened again (sitting's door `reopenAttempt`). Of a rehearsal nothing is scored.
create or replace function sitting.unscored_attempts(most integer, most_of_company integer)
returns table(company_id uuid, id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select numbered.company_id, numbered.id
  from (
    select a.company_id, a.id, a.updated_at, row_number() over (partition by a.company_id order by a.updated_at) as place
    from sitting.attempt a
    where a.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned')
      and a.owner_kind <> 'rehearsal'
      and (a.state = 'forced_submitted' and a.submitted_at > now() - interval '30 minutes') is not true
  ) numbered
  where numbered.place <= most_of_company
  order by numbered.place, numbered.updated_at
  limit most
$$;
alter function sitting.unscored_attempts(integer,integer) owner to kaopei_search;
revoke all on function sitting.unscored_attempts(integer,integer) from public;
grant execute on function sitting.unscored_attempts(integer,integer) to kaopei_app;
