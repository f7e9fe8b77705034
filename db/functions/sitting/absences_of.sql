-- version 2
-- How often the exam's window was left, as far as it counts.
create or replace function sitting.absences_of(given_company uuid, given_attempt uuid)
returns integer
language sql
stable
as $$
  select count(*)::integer
  from sitting.list_absences(given_company, given_attempt) l
  where l.why is null
$$;
grant execute on function sitting.absences_of(uuid,uuid) to kaopei_app;
