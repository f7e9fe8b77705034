-- version 1
-- Companies with rules that tell holders before the end.
create or replace function certificate.companies_to_remind() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct r.company_id from certificate.issue_rule r where cardinality(r.remind_days) > 0
$$;
grant create on schema certificate to kaopei_search;
alter function certificate.companies_to_remind() owner to kaopei_search;
revoke all on function certificate.companies_to_remind() from public;
grant execute on function certificate.companies_to_remind() to kaopei_app;
revoke create on schema certificate from kaopei_search;
