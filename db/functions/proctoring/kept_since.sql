-- version 2
-- From when on the days of an attempt's recordings count: from its result; while it has none, from the hand-in; where its candidate was told so, from its beginning.
create or replace function proctoring.kept_since(given_company uuid, given_attempt uuid, given_start timestamp with time zone, from_result boolean)
returns timestamp with time zone
language sql
stable
as $$
  select coalesce((
    select coalesce(a.published_at, a.marked_at, a.scored_at, a.submitted_at)
    from sitting.standing a
    where from_result and a.company_id = given_company and a.id = given_attempt
  ), given_start)
$$;
grant execute on function proctoring.kept_since(uuid,uuid,timestamp with time zone,boolean) to kaopei_app, kaopei_search;
