-- version 1
-- A key that signs credentials, without its private part; retired ones too.
create or replace function certificate.public_key(wanted uuid) returns table (company_id uuid, public_key jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.company_id, k.public_key from certificate.signing_key k where k.id = wanted
$$;
grant create on schema certificate to kaopei_search;
alter function certificate.public_key(uuid) owner to kaopei_search;
revoke all on function certificate.public_key(uuid) from public;
grant execute on function certificate.public_key(uuid) to kaopei_app;
revoke create on schema certificate from kaopei_search;
