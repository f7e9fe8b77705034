-- version 1
create or replace function exam.marked_exams(most integer) returns table (company_id uuid, exam_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.company_id, m.exam_id
  from exam.group_mark m
  group by m.company_id, m.exam_id
  order by min(m.marked_at)
  limit most
$$;
alter function exam.marked_exams(integer) owner to kaopei_search;
revoke all on function exam.marked_exams(integer) from public;
grant execute on function exam.marked_exams(integer) to kaopei_app;
