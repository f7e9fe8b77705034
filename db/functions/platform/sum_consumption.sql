-- version 1
create or replace function platform.sum_consumption() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
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
