-- An attempt gets its deadline from times that were read a moment before it is written. Whoever changes the times of an exam takes the lock of
-- `times_lock` alone and sets the deadlines of the open attempts anew; whoever starts shares it from the moment the times are known to be still
-- the ones that were read until the attempt is committed. So a start is either seen by the change, or sees it and begins again.
create function exam.times_lock(given_exam uuid) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended('exam.times:' || given_exam::text, 0)
$$;
grant execute on function exam.times_lock(uuid) to kaopei_app;

-- In a function of its own, because the row must be read by a later snapshot than that of the statement which waits for the lock.
create function exam.times_unchanged(
  given_company uuid, given_exam uuid, given_staff uuid, seen_version integer, seen_percent integer, seen_minutes integer
) returns boolean
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(exam.times_lock(given_exam));
  return exists (
    select 1
    from exam.exam e
    join exam.candidate c on c.company_id = e.company_id and c.exam_id = e.id and c.staff_id = given_staff
    where e.company_id = given_company
      and e.id = given_exam
      and e.version = seen_version
      and c.extra_percent = seen_percent
      and c.extra_minutes = seen_minutes
  );
end
$$;
grant execute on function exam.times_unchanged(uuid, uuid, uuid, integer, integer, integer) to kaopei_app;
