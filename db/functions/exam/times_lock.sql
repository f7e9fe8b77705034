-- version 1
-- An attempt gets its deadline from times that were read a moment before it is written. Whoever changes the times of an exam takes the lock of
-- `times_lock` alone and sets the deadlines of the open attempts anew; whoever starts shares it from the moment the times are known to be still
-- the ones that were read until the attempt is committed. So a start is either seen by the change, or sees it and begins again.
create or replace function exam.times_lock(given_exam uuid) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended('exam.times:' || given_exam::text, 0)
$$;
grant execute on function exam.times_lock(uuid) to kaopei_app;
