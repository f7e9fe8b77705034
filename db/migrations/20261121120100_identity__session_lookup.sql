-- Which company a token belongs to: the one question that cannot be asked within a company. It answers nothing else.
grant select (company_id, token_hash) on identity.session to kaopei_search;
create policy find_by_token on identity.session for select to kaopei_search using (true);
create function identity.company_of_token(wanted_hash text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select company_id from identity.session where token_hash = wanted_hash
$$;
revoke all on function identity.company_of_token(text) from public;
alter function identity.company_of_token(text) owner to kaopei_search;
grant execute on function identity.company_of_token(text) to kaopei_app;

-- A session with everything that decides what its person may do. Enters the token's company for the running transaction, so that row-level
-- security holds for all that is read here.
create function identity.find_session(wanted_hash text) returns table (
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
        when c.is_suspended or c.valid_until < (now() at time zone c.time_zone)::date then 'suspended'
      end,
      s.impersonator_id, a.login_account, coalesce(staff.name, a.login_account), staff.department_id, a.must_change_password,
      c.is_platform, c.menu_package,
      exists (
        select from identity.role_account held
        join identity.role r on r.company_id = held.company_id and r.id = held.role_id
        where held.company_id = of_company and held.account_id = s.account_id and r.code = 'admin'),
      coalesce((
        select jsonb_agg(jsonb_build_object('menu', granted.menu, 'scope', granted.scope, 'departmentIds', granted.scope_department_ids))
        from identity.role_account held
        join identity.role_menu granted on granted.company_id = held.company_id and granted.role_id = held.role_id
        where held.company_id = of_company and held.account_id = s.account_id), '[]'),
      array(
        select distinct granted.right_code
        from identity.role_account held
        join identity.role_right granted on granted.company_id = held.company_id and granted.role_id = held.role_id
        where held.company_id = of_company and held.account_id = s.account_id)
    from identity.session s
    join identity.account a on a.company_id = s.company_id and a.id = s.account_id
    join platform.company c on c.id = s.company_id
    left join org.staff staff on staff.company_id = s.company_id and staff.id = s.account_id
    where s.company_id = of_company
      and s.token_hash = wanted_hash;
end
$$;

-- Servers keep sessions in memory and forget them when told. The tables tell, so that no change, by whatever way, is left unheard.
-- Beyond fifty people at once the whole company is forgotten.
create function identity.tell(kind text, company uuid, changed uuid[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if cardinality(changed) > 50 then
    perform pg_notify('kaopei_session', 'company:' || company);
    return;
  end if;
  perform pg_notify('kaopei_session', kind || ':' || one) from unnest(changed) one;
end
$$;

create function identity.tell_sessions_ended() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('session', changed.company_id, array_agg(changed.id))
  from changed join former on former.company_id = changed.company_id and former.id = changed.id
  where changed.ended_at is distinct from former.ended_at or changed.expires_at <> former.expires_at
  group by changed.company_id;
  return null;
end
$$;
create trigger tell_ended after update on identity.session
  referencing old table as former new table as changed
  for each statement execute function identity.tell_sessions_ended();

create function identity.tell_accounts_changed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', changed.company_id, array_agg(changed.id))
  from changed join former on former.company_id = changed.company_id and former.id = changed.id
  where (changed.is_enabled, changed.removed_at, changed.must_change_password, changed.login_account)
    is distinct from (former.is_enabled, former.removed_at, former.must_change_password, former.login_account)
  group by changed.company_id;
  return null;
end
$$;
create trigger tell_changed after update on identity.account
  referencing old table as former new table as changed
  for each statement execute function identity.tell_accounts_changed();

-- A person's department is the base of scopes 3 and 4.
create function identity.tell_staff_changed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('staff', changed.company_id, array_agg(changed.id))
  from changed join former on former.company_id = changed.company_id and former.id = changed.id
  where (changed.department_id, changed.removed_at, changed.name) is distinct from (former.department_id, former.removed_at, former.name)
  group by changed.company_id;
  return null;
end
$$;
create trigger tell_sessions after update on org.staff
  referencing old table as former new table as changed
  for each statement execute function identity.tell_staff_changed();

create function identity.tell_holder() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'staff:' || coalesce(new.account_id, old.account_id));
  return null;
end
$$;
create trigger tell_holder after insert or update or delete on identity.role_account
  for each row execute function identity.tell_holder();

create function identity.tell_company() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'company:' || coalesce(new.company_id, old.company_id));
  return null;
end
$$;
create trigger tell_company after insert or update or delete on identity.role_menu
  for each row execute function identity.tell_company();
create trigger tell_company after insert or update or delete on identity.role_right
  for each row execute function identity.tell_company();
create trigger tell_company after update of code on identity.role
  for each row execute function identity.tell_company();

create function identity.tell_own_company() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('kaopei_session', 'company:' || new.id);
  return null;
end
$$;
create trigger tell_sessions after update of is_suspended, valid_until, menu_package, is_platform, time_zone on platform.company
  for each row execute function identity.tell_own_company();

-- Failed logins of names that nobody has. They lock like accounts, so that a lock says nothing about who exists.
create table identity.unknown_login (
  company_id uuid not null references platform.company (id),
  login_account text not null,
  failed_logins integer not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (company_id, login_account)
);
create index unknown_login_by_age on identity.unknown_login (company_id, last_at);
call kit.protect_company_table('identity.unknown_login');

-- Contact data belongs to the room of people; binding it by a code is the account's affair. These are that room's doors in the database.
create function org.set_phone(of_company uuid, of_staff uuid, new_phone text) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  update org.staff set phone = new_phone, updated_at = now(), version = version + 1 where company_id = of_company and id = of_staff
$$;
create function org.set_email(of_company uuid, of_staff uuid, new_email text) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  update org.staff set email = new_email, updated_at = now(), version = version + 1 where company_id = of_company and id = of_staff
$$;
