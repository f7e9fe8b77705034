-- version 1
create or replace function identity.tell_accounts_changed() returns trigger
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
