-- version 1
-- Door: who may sit an exam.
create or replace function exam.candidates_of(given_company uuid, given_exam uuid)
returns table(staff_id uuid, department_id uuid)
language sql
stable
as $$
  select c.staff_id, c.department_id
  from exam.candidate c
  where c.company_id = given_company and c.exam_id = given_exam
$$;
grant execute on function exam.candidates_of(uuid,uuid) to kaopei_app;
