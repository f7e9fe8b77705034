-- version 1
-- The company of the running transaction. Null when none is set: then every company table is empty.
create or replace function kit.company_id() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.company_id', true), '')::uuid;
