-- version 2
-- Suspended, not yet begun, or over. Null: there is no such company.
create or replace function platform.is_closed(wanted_company uuid) returns boolean
language sql stable
return (
  select c.is_closed
  from identity.company_card c
  where c.id = wanted_company
);
