-- version 1
create or replace function org.company_of_invitation(wanted_hash text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select company_id from org.invitation where token_hash = wanted_hash
$$;
alter function org.company_of_invitation(text) owner to kaopei_search;
revoke all on function org.company_of_invitation(text) from public;
grant execute on function org.company_of_invitation(text) to kaopei_app;
