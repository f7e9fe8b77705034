-- version 1
-- Whether a virtual candidate may begin at this moment: the exam is published as it was when it was looked at. Takes the lock that a real start takes.
create or replace function exam.may_rehearse(given_company uuid, given_run uuid, given_staff uuid, seen jsonb) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(exam.times_lock((seen ->> 'examId')::uuid));
  return exists (
    select
    from exam.exam e
    where e.company_id = given_company
      and e.id = (seen ->> 'examId')::uuid
      and e.status = 1
      and e.removed_at is null
      and e.version = (seen ->> 'version')::integer
  );
end
$$;
