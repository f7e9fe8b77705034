-- version 2
-- Door: published exams that go on, begin within a day, or ended within the last hour.
create or replace function exam.under_way(given_company uuid, given_now timestamp with time zone)
returns table(id uuid, name text, open_at timestamptz, close_at timestamptz)
language sql
stable
as $$
  select e.id, e.name, e.admission_start_at, e.admission_end_at
  from exam.exam e
  where e.company_id = given_company
    and e.removed_at is null
    and e.status = 1
    and (e.admission_start_at <= given_now + interval '1 day') is not false
    -- The last close is never before the exam's own: most exams need no look at their people.
    and (
      coalesce(e.admission_end_at, 'infinity') > given_now - interval '1 hour'
      or exam.last_close(e.company_id, e.id) > given_now - interval '1 hour'
    )
$$;
grant execute on function exam.under_way(uuid,timestamp with time zone) to kaopei_app;
