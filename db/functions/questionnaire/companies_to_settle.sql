-- version 2
-- Companies with anonymous sheets that may be written or have to be stirred: so many wait, some stand as they came, or their questionnaire is over.
create or replace function questionnaire.companies_to_settle(given_now timestamptz, enough integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select q.company_id
  from questionnaire.questionnaire q
  where q.is_anonymous and q.status > 0 and not q.is_settled and (q.status = 2 or q.admission_end_at <= given_now)
  union
  select s.company_id
  from questionnaire.sealed s
  join questionnaire.questionnaire q on q.company_id = s.company_id and q.id = s.questionnaire_id and not q.is_settled
  group by s.company_id, s.questionnaire_id
  having count(*) >= enough or (count(*) > 1 and not bool_and(s.is_stirred))
$$;
grant create on schema questionnaire to kaopei_search;
alter function questionnaire.companies_to_settle(timestamptz, integer) owner to kaopei_search;
revoke all on function questionnaire.companies_to_settle(timestamptz, integer) from public;
grant execute on function questionnaire.companies_to_settle(timestamptz, integer) to kaopei_app;
revoke create on schema questionnaire from kaopei_search;
