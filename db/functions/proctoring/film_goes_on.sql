-- version 1
-- Another piece of a film has come: it is one from now on, and what was made of fewer pieces, or could not be made of them, is made anew.
create or replace function proctoring.film_goes_on(given_company uuid, given_attempt uuid, given_source smallint, given_now timestamp with time zone)
returns void
language sql
as $$
  insert into proctoring.film as f (company_id, attempt_id, source, changed_at)
  values (given_company, given_attempt, given_source, given_now)
  on conflict (company_id, attempt_id, source) do update
  set state = 0, size_bytes = null, content_type = null, reason = null, tries = 0, begins_at = null, changed_at = given_now
  where f.state in (2, 3);
$$;
grant execute on function proctoring.film_goes_on(uuid,uuid,smallint,timestamp with time zone) to kaopei_app;
