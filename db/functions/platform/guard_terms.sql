-- version 1
-- A company changes its name and looks, never what it has agreed with the platform.
create or replace function platform.guard_terms() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> 'kaopei_app' then
    return new;
  end if;
  if new.is_platform <> old.is_platform then
    raise exception 'the platform company stays what it is' using errcode = '42501';
  end if;
  if (new.is_suspended, new.suspended_at, new.suspended_reason, new.valid_from, new.valid_until, new.exam_quota, new.measurement_quota,
      new.staff_quota, new.storage_quota_bytes, new.package_id, new.menu_package, new.menu_words, new.programming_enabled, new.remark)
    is distinct from (old.is_suspended, old.suspended_at, old.suspended_reason, old.valid_from, old.valid_until, old.exam_quota,
      old.measurement_quota, old.staff_quota, old.storage_quota_bytes, old.package_id, old.menu_package, old.menu_words,
      old.programming_enabled, old.remark)
    and not platform.in_platform_company() then
    raise exception 'only the platform changes the terms of a company' using errcode = '42501';
  end if;
  return new;
end
$$;
