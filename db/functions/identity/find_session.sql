-- version 3
-- A session with everything that decides what its person may do. Enters the token's company for the running transaction, so that row-level
-- security holds for all that is read here. Of somebody looking through this person's eyes: whether they may still log in at all.
create or replace function identity.find_session(wanted_hash text) returns table (
  company_id uuid, session_id uuid, account_id uuid, expires_at timestamptz, last_operation_at timestamptz, is_kept boolean,
  ended_reason text, impersonator_id uuid, login_account text, name text, department_id uuid, must_change_password boolean,
  is_platform boolean, menu_package text[], is_admin boolean, menus jsonb, rights text[], confinement jsonb)
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  of_company constant uuid := identity.company_of_token(wanted_hash);
begin
  if of_company is null then
    return;
  end if;
  perform set_config('app.company_id', of_company::text, true);
  return query
    select s.company_id, s.id, s.account_id, s.expires_at, s.last_operation_at, s.is_kept,
      case
        when s.ended_at is not null then coalesce(s.ended_reason, 'kicked')
        when not a.is_enabled or a.removed_at is not null or staff.removed_at is not null then 'disabled'
        when s.impersonator_id is not null and not exists (
          select from identity.account looker
          where looker.company_id = of_company and looker.id = s.impersonator_id and looker.is_enabled and looker.removed_at is null)
          then 'kicked'
        when c.is_suspended or c.valid_until < (now() at time zone c.time_zone)::date then 'suspended'
      end,
      s.impersonator_id, a.login_account, coalesce(staff.name, a.login_account), staff.department_id, a.must_change_password,
      c.is_platform, c.menu_package, granted.is_admin, granted.menus, granted.rights,
      case when s.confined_to is not null
        then jsonb_build_object('kind', s.confined_to, 'subjectId', s.subject_id, 'keyId', s.key_id) end
    from identity.session s
    join identity.account a on a.company_id = s.company_id and a.id = s.account_id
    join identity.company c on c.id = s.company_id
    left join org.person staff on staff.company_id = s.company_id and staff.id = s.account_id
    cross join lateral identity.grants_of(of_company, s.account_id) granted
    where s.company_id = of_company
      and s.token_hash = wanted_hash;
end
$$;
