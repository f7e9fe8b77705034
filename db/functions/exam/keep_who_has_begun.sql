-- version 3
-- Whoever has an attempt stays on the list. Taken off are people while nobody starts (exam.times_lock), so none begins at this moment.
create or replace function exam.keep_who_has_begun() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from sitting.standing a
    where a.company_id = old.company_id and a.owner_id = old.exam_id and a.staff_id = old.staff_id
  ) then
    raise foreign_key_violation using message = 'a candidate who has an attempt stays on the list', table = 'candidate', schema = 'exam';
  end if;
  return old;
end
$$;
