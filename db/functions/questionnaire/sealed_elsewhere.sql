-- version 1
-- Anonymous questionnaires with sheets that the secret of this mark does not open, and how many.
create or replace function questionnaire.sealed_elsewhere(mark text) returns table (company_id uuid, questionnaire_id uuid, count integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id, s.questionnaire_id, count(*)::int
  from questionnaire.sealed s
  where s.sealed_by = 'not ' || mark or (s.sealed_by <> mark and s.sealed_by not like 'not %')
  group by s.company_id, s.questionnaire_id
$$;
grant create on schema questionnaire to kaopei_search;
alter function questionnaire.sealed_elsewhere(text) owner to kaopei_search;
revoke all on function questionnaire.sealed_elsewhere(text) from public;
grant execute on function questionnaire.sealed_elsewhere(text) to kaopei_app;
revoke create on schema questionnaire from kaopei_search;
