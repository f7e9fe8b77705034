-- version 1
-- Whether somebody still has to look at an attempt's recordings: a verdict waits for its second person, may still be appealed, or is.
create or replace function proctoring.is_under_judgement(given_company uuid, given_attempt uuid, given_now timestamp with time zone)
returns boolean
language sql
stable
as $$
  select coalesce((
    select v.state in ('proposed', 'appealed') or v.state = 'confirmed' and v.appeal_until > given_now
    from proctoring.verdict v
    where v.company_id = given_company and v.attempt_id = given_attempt
    order by v.number desc
    limit 1
  ), false)
$$;
grant execute on function proctoring.is_under_judgement(uuid,uuid,timestamp with time zone) to kaopei_app, kaopei_search;
