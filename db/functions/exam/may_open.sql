-- version 2
-- Whether the terms that somebody begins with are still theirs; waits for whoever is changing them. A server of before names no policy.
create or replace function exam.may_open(given_company uuid, given_exam uuid, given_staff uuid, seen jsonb) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(exam.times_lock(given_exam));
  return exists (
    select
    from exam.exam e
    join exam.candidate c on c.company_id = e.company_id and c.exam_id = e.id and c.staff_id = given_staff
    where e.company_id = given_company
      and e.id = given_exam
      and e.version = (seen ->> 'version')::integer
      and nullif(seen -> 'own', 'null') is not distinct from (
        select o.stored from exam.own_times(given_company, given_exam) o where o.staff_id = given_staff)
      and (not seen ? 'policy' or nullif(seen -> 'policy', 'null') is not distinct from (
        select p.stored from exam.own_policies(given_company, given_exam) p where p.staff_id = given_staff))
  );
end
$$;
