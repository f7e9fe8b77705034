-- version 1
-- Companies in which a file of an instructor ends within so many days, a day's difference of time zones included.
create or replace function instructor.companies_with_ending_files(days integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct f.company_id
  from instructor.file f
  where f.replaced_by is null
    and f.removed_at is null
    and f.valid_until between current_date - 1 and current_date + days + 1
$$;
grant create on schema instructor to kaopei_search;
alter function instructor.companies_with_ending_files(integer) owner to kaopei_search;
revoke all on function instructor.companies_with_ending_files(integer) from public;
grant execute on function instructor.companies_with_ending_files(integer) to kaopei_app;
revoke create on schema instructor from kaopei_search;
