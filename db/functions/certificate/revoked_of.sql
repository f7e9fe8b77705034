-- version 1
-- Certificates of an issuer that are not valid any more: ids alone, for whoever checks a credential.
create or replace function certificate.revoked_of(issuer uuid) returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from certificate.certificate c where c.company_id = issuer and c.state <> 1 order by c.id
$$;
grant create on schema certificate to kaopei_search;
alter function certificate.revoked_of(uuid) owner to kaopei_search;
revoke all on function certificate.revoked_of(uuid) from public;
grant execute on function certificate.revoked_of(uuid) to kaopei_app;
revoke create on schema certificate from kaopei_search;
