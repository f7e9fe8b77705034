-- version 2
-- When an attempt had its result: published, or else marked, or else scored; null while it has none.
create or replace function proctoring.result_at(given_company uuid, given_attempt uuid)
returns timestamp with time zone
language sql
stable
as $$
  select coalesce(a.published_at, a.marked_at, a.scored_at)
  from sitting.standing a
  where a.company_id = given_company and a.id = given_attempt
$$;
grant execute on function proctoring.result_at(uuid,uuid) to kaopei_app;
