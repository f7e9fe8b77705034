-- version 1
-- Whose result of a scale came, was judged or went: their post assessment is looked at again.
create or replace function evaluation.mark_post_person() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update evaluation.post_person p
  set is_marked = true
  from evaluation.post_part k
  where k.company_id = coalesce(new.company_id, old.company_id)
    and k.appointment_id = coalesce(new.appointment_id, old.appointment_id)
    and p.company_id = k.company_id
    and p.assessment_id = k.assessment_id
    and p.staff_id = coalesce(new.staff_id, old.staff_id);
  return null;
end
$$;
create or replace trigger mark_post_person after insert or delete or update of state on evaluation.result
  for each row execute function evaluation.mark_post_person();
