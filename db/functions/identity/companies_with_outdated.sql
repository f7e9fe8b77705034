-- version 1
create or replace function identity.companies_with_outdated(sessions_before timestamptz, tickets_before timestamptz, unknown_before timestamptz)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id from identity.session s where s.expires_at < sessions_before
  union
  select t.company_id from identity.ticket t where t.expires_at < tickets_before
  union
  select u.company_id from identity.unknown_login u where u.last_at < unknown_before
$$;
alter function identity.companies_with_outdated(timestamp with time zone,timestamp with time zone,timestamp with time zone) owner to kaopei_search;
revoke all on function identity.companies_with_outdated(timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
grant execute on function identity.companies_with_outdated(timestamp with time zone,timestamp with time zone,timestamp with time zone) to kaopei_app;
