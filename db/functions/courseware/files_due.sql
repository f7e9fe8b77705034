-- version 1
-- Removed coursewares of every company whose files may be needed no more.
create or replace function courseware.files_due(due_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.company_id, c.id
  from courseware.courseware c
  where c.files_due_at < due_before
  order by c.files_due_at
  limit how_many
$$;
grant create on schema courseware to kaopei_search;
alter function courseware.files_due(timestamp with time zone,integer) owner to kaopei_search;
revoke create on schema courseware from kaopei_search;
revoke all on function courseware.files_due(timestamp with time zone,integer) from public;
grant execute on function courseware.files_due(timestamp with time zone,integer) to kaopei_app;
