-- A role's groups: whoever is a member holds the role. The role `admin` is held by people alone.
create table identity.role_group (
  company_id uuid not null,
  role_id uuid not null,
  group_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, role_id, group_id),
  foreign key (company_id, role_id) references identity.role (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references usergroup.staff_group (company_id, id) on delete cascade
);
create index role_group_by_group on identity.role_group (company_id, group_id);
call kit.protect_company_table('identity.role_group');

-- What an account may do, through roles of its own and of its groups. Without settings, so that the planner puts it into the query that asks.
create function identity.grants_of(of_company uuid, of_account uuid) returns table (is_admin boolean, menus jsonb, rights text[])
language sql stable as $$
  select
    exists (
      select from identity.role_account direct
      join identity.role r on r.company_id = direct.company_id and r.id = direct.role_id
      where direct.company_id = of_company and direct.account_id = of_account and r.code = 'admin'),
    coalesce((
      select jsonb_agg(jsonb_build_object('menu', granted.menu, 'scope', granted.scope, 'departmentIds', granted.scope_department_ids))
      from identity.role_menu granted
      where granted.company_id = of_company and granted.role_id = any (held.ids)), '[]'),
    array(
      select distinct granted.right_code
      from identity.role_right granted
      where granted.company_id = of_company and granted.role_id = any (held.ids))
  from (
    select array(
      select direct.role_id
      from identity.role_account direct
      where direct.company_id = of_company and direct.account_id = of_account
      union
      select through.role_id
      from usergroup.member m
      join identity.role_group through on through.company_id = m.company_id and through.group_id = m.group_id
      where m.company_id = of_company and m.staff_id = of_account) as ids) held
$$;

-- A session with everything that decides what its person may do. Enters the token's company for the running transaction, so that row-level
-- security holds for all that is read here. Of somebody looking through this person's eyes: whether they may still log in at all.
create or replace function identity.find_session(wanted_hash text) returns table (
  company_id uuid, session_id uuid, account_id uuid, expires_at timestamptz, last_operation_at timestamptz, is_kept boolean,
  ended_reason text, impersonator_id uuid, login_account text, name text, department_id uuid, must_change_password boolean,
  is_platform boolean, menu_package text[], is_admin boolean, menus jsonb, rights text[])
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
      c.is_platform, c.menu_package, granted.is_admin, granted.menus, granted.rights
    from identity.session s
    join identity.account a on a.company_id = s.company_id and a.id = s.account_id
    join platform.company c on c.id = s.company_id
    left join org.staff staff on staff.company_id = s.company_id and staff.id = s.account_id
    cross join lateral identity.grants_of(of_company, s.account_id) granted
    where s.company_id = of_company
      and s.token_hash = wanted_hash;
end
$$;

create trigger tell_company after insert or update or delete on identity.role_group
  for each row execute function identity.tell_company();

-- Members of a group with roles gain and lose them at once.
create function identity.tell_members_changed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', moved.company_id, array_agg(distinct moved.staff_id))
  from moved
  where exists (select from identity.role_group g where g.company_id = moved.company_id and g.group_id = moved.group_id)
  group by moved.company_id;
  return null;
end
$$;
create trigger tell_sessions_of_new after insert on usergroup.member
  referencing new table as moved
  for each statement execute function identity.tell_members_changed();
create trigger tell_sessions_of_former after delete on usergroup.member
  referencing old table as moved
  for each statement execute function identity.tell_members_changed();
