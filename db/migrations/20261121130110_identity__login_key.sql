-- `lower(column)` is not leakproof, so under a policy its index is skipped and a login reads every account. A stored key is compared plainly.
alter table identity.account add column login_key text not null generated always as (lower(login_account)) stored;
drop index identity.account_login_unique;
create unique index account_login_unique on identity.account (company_id, login_key) where removed_at is null;

-- Somebody looking through another person's eyes: whoever ends the looker's sessions ends these too.
create index session_by_impersonator on identity.session (company_id, impersonator_id) where ended_at is null and impersonator_id is not null;

-- What the sweeps of every company look for. They answer companies alone; each is then cleared inside its own company.
create index session_by_end on identity.session (company_id, expires_at);
create index ticket_by_end on identity.ticket (company_id, expires_at);
grant select (company_id, expires_at) on identity.session to kaopei_search;
create policy sweep on identity.ticket for select to kaopei_search using (true);
grant select (company_id, expires_at) on identity.ticket to kaopei_search;
create policy sweep on identity.unknown_login for select to kaopei_search using (true);
grant select (company_id, last_at) on identity.unknown_login to kaopei_search;
grant create on schema identity to kaopei_search;

create function identity.companies_with_outdated(sessions_before timestamptz, tickets_before timestamptz, unknown_before timestamptz)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id from identity.session s where s.expires_at < sessions_before
  union
  select t.company_id from identity.ticket t where t.expires_at < tickets_before
  union
  select u.company_id from identity.unknown_login u where u.last_at < unknown_before
$$;
alter function identity.companies_with_outdated(timestamptz, timestamptz, timestamptz) owner to kaopei_search;
revoke all on function identity.companies_with_outdated(timestamptz, timestamptz, timestamptz) from public;
grant execute on function identity.companies_with_outdated(timestamptz, timestamptz, timestamptz) to kaopei_app;

revoke create on schema identity from kaopei_search;
