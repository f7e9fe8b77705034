-- How many people a company may have and how much it may store. Null: without limit. Lowering below what is used removes nothing: nothing is added.
alter table platform.company
  add column staff_quota integer check (staff_quota >= 0),
  add column storage_quota_bytes bigint check (storage_quota_bytes >= 0);

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

-- Uses by quarters of an hour: the begin of a day in any time zone is the begin of one. Totals of a million uses are sums of few rows.
create table platform.consumption_sum (
  company_id uuid not null references platform.company (id),
  kind text not null,
  quarter timestamptz not null,
  used integer not null,
  primary key (company_id, kind, quarter)
);
call kit.protect_company_table('platform.consumption_sum', 'select');
create policy counting on platform.consumption_sum for all to kaopei_search using (true) with check (true);
grant select, insert, update on platform.consumption_sum to kaopei_search;
grant usage on schema platform to kaopei_search;
grant create on schema platform to kaopei_search;

create function platform.sum_consumption() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.consumption_sum as s (company_id, kind, quarter, used)
  select a.company_id, a.kind, date_bin('15 minutes', a.at, 'epoch'), count(*)
  from added a
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (company_id, kind, quarter) do update set used = s.used + excluded.used;
  return null;
end
$$;
revoke all on function platform.sum_consumption() from public;
alter function platform.sum_consumption() owner to kaopei_search;
create trigger sum_consumption after insert on platform.consumption
  referencing new table as added for each statement execute function platform.sum_consumption();
revoke create on schema platform from kaopei_search;

insert into platform.consumption_sum (company_id, kind, quarter, used)
select company_id, kind, date_bin('15 minutes', at, 'epoch'), count(*) from platform.consumption group by 1, 2, 3;
