-- version 2
-- Exams of every company with an announcement that holds for whoever comes later, until a day after their close, and as long as somebody sits.
create or replace function exam.announcing_after(given_now timestamp with time zone, given_after uuid, most integer)
returns table(company_id uuid, exam_id uuid)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select e.company_id, e.id
  from exam.exam e
  where e.status = 1
    and e.removed_at is null
    and (given_after is null or e.id > given_after)
    and exists (
      select from exam.announcement a
      where a.company_id = e.company_id and a.exam_id = e.id and a.holds_for is not null
    )
    and (
      coalesce(e.admission_end_at, 'infinity') > given_now - interval '1 day'
      or exists (
        select from sitting.standing s
        where s.company_id = e.company_id and s.owner_id = e.id and s.state in ('in_progress', 'paused', 'submitting')
      )
    )
  order by e.id
  limit most
$$;
alter function exam.announcing_after(timestamp with time zone,uuid,integer) owner to kaopei_search;
revoke all on function exam.announcing_after(timestamp with time zone,uuid,integer) from public;
grant execute on function exam.announcing_after(timestamp with time zone,uuid,integer) to kaopei_app;
