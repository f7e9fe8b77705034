-- version 1
-- Companies with people to be looked at, or with a post assessment whose time is over.
create or replace function evaluation.companies_with_posts(before timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.company_id from evaluation.post_person p where p.is_marked
  union
  select a.company_id from evaluation.post_assessment a where a.status = 1 and a.removed_at is null and a.end_at < before
$$;
grant create on schema evaluation to kaopei_search;
alter function evaluation.companies_with_posts(timestamptz) owner to kaopei_search;
revoke all on function evaluation.companies_with_posts(timestamptz) from public;
grant execute on function evaluation.companies_with_posts(timestamptz) to kaopei_app;
revoke create on schema evaluation from kaopei_search;
