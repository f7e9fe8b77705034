-- version 1
-- The newest version is given to whoever begins as soon as its conversion has ended well, in that very transaction.
create or replace function courseware.use_converted_version() returns trigger
language plpgsql as $$
begin
  update courseware.courseware c
  set version_id = new.version_id, updated_at = now()
  where c.company_id = new.company_id
    and c.latest_id = new.version_id
    and c.version_id is distinct from new.version_id;
  return null;
end
$$;
create or replace trigger use_converted_version
after update of state on courseware.conversion
for each row when (new.state = 'done') execute function courseware.use_converted_version();
