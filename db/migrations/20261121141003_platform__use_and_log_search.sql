-- What used-up subjects have been called: words are looked for here, among some hundred names, and not among a million uses.
create table platform.consumption_subject (
  company_id uuid not null references platform.company (id),
  kind text not null,
  subject_id uuid not null,
  subject_name text not null,
  primary key (company_id, kind, subject_id, subject_name)
);
call kit.protect_company_table('platform.consumption_subject', 'select');
create policy counting on platform.consumption_subject for all to kaopei_search using (true) with check (true);
grant select, insert on platform.consumption_subject to kaopei_search;

create or replace function platform.sum_consumption() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.consumption_sum as s (company_id, kind, quarter, used)
  select a.company_id, a.kind, date_bin('15 minutes', a.at, 'epoch'), count(*)
  from added a
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (company_id, kind, quarter) do update set used = s.used + excluded.used;
  insert into platform.consumption_subject (company_id, kind, subject_id, subject_name)
  select distinct a.company_id, a.kind, a.subject_id, a.subject_name
  from added a
  where a.subject_name is not null
  order by 1, 2, 3, 4
  on conflict do nothing;
  return null;
end
$$;

insert into platform.consumption_subject (company_id, kind, subject_id, subject_name)
select distinct company_id, kind, subject_id, subject_name from platform.consumption where subject_name is not null;

create index consumption_by_staff on platform.consumption (company_id, kind, staff_id);

-- What is looked for in a log of a million rows: one operation, refused calls, what was seen through others' eyes.
create index operation_log_by_path on kit.operation_log (company_id, path, id);
create index operation_log_refused on kit.operation_log (company_id, id) where action like '%Failed';
create index operation_log_impersonated on kit.operation_log (company_id, id) where impersonator_id is not null;
