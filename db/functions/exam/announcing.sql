-- version 1
-- Exams of every company with an announcement that holds for whoever comes later, until a day after their close.
create or replace function exam.announcing(given_now timestamp with time zone, most integer)
returns table(company_id uuid, exam_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select e.company_id, e.id
  from exam.exam e
  where e.status = 1
    and e.removed_at is null
    and coalesce(e.admission_end_at, 'infinity') > given_now - interval '1 day'
    and exists (
      select from exam.announcement a
      where a.company_id = e.company_id and a.exam_id = e.id and a.holds_for is not null
    )
  order by e.id
  limit most
$$;
alter function exam.announcing(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function exam.announcing(timestamp with time zone,integer) from public;
grant execute on function exam.announcing(timestamp with time zone,integer) to kaopei_app;
