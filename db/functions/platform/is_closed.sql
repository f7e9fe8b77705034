-- version 1
-- Suspended, not yet begun, or over. Null: there is no such company.
create or replace function platform.is_closed(wanted_company uuid) returns boolean
language sql stable
return (
  select c.is_suspended
    or coalesce(c.valid_until < (now() at time zone c.time_zone)::date, false)
    or coalesce(c.valid_from > (now() at time zone c.time_zone)::date, false)
  from platform.company c
  where c.id = wanted_company
);
