-- version 1
-- An attempt is of a person of the company, but for a virtual candidate of a rehearsal, who is in no table of people.
create or replace function sitting.guard_person() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from org.person p where p.company_id = new.company_id and p.id = new.staff_id) then
    raise foreign_key_violation using message = 'an attempt needs its person', table = 'attempt', schema = 'sitting';
  end if;
  return new;
end
$$;
create or replace trigger guard_person before insert or update of staff_id on sitting.attempt
  for each row when (new.owner_kind <> 'rehearsal') execute function sitting.guard_person();
