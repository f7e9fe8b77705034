-- version 1
create or replace function share.link_of_code(wanted_code text) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.company_id, l.id from share.short_link l where l.code = wanted_code
$$;
alter function share.link_of_code(text) owner to kaopei_search;
revoke all on function share.link_of_code(text) from public;
grant execute on function share.link_of_code(text) to kaopei_app;
