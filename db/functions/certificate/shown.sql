-- version 1
-- What the public page says of a code, of whatever company.
create or replace function certificate.shown(wanted_code text)
returns table (company_id uuid, id uuid, number text, state smallint, holder_name text, facts jsonb, issued_at timestamptz, valid_until timestamptz, ended_at timestamptz, sha256 text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.company_id, c.id, c.number, c.state, c.holder_name, c.facts, c.issued_at, c.valid_until, c.ended_at, d.sha256
  from certificate.certificate c
  left join certificate.document d on d.company_id = c.company_id and d.certificate_id = c.id
  where c.code = wanted_code
$$;
grant create on schema certificate to kaopei_search;
alter function certificate.shown(text) owner to kaopei_search;
revoke all on function certificate.shown(text) from public;
grant execute on function certificate.shown(text) to kaopei_app;
revoke create on schema certificate from kaopei_search;
