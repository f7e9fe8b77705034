-- version 1
-- Versions of the transaction's own company that say this (lower case expected; at least two characters beyond ASCII or three within it: shorter ones have
-- no pieces and find nothing).
create or replace function courseware.versions_with_words(wanted text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.id
  from courseware.version v
  where v.company_id = kit.company_id()
    and v.text <> ''
    and cardinality(platform.pieces_of(wanted, uuid_hash_extended(kit.company_id(), 0))) > 0
    and courseware.text_pieces(v.company_id, v.text) @> platform.pieces_of(wanted, uuid_hash_extended(kit.company_id(), 0))
    and strpos(lower(left(v.text, 200000)), wanted) > 0
$$;
grant create on schema courseware to kaopei_search;
alter function courseware.versions_with_words(text) owner to kaopei_search;
revoke create on schema courseware from kaopei_search;
revoke all on function courseware.versions_with_words(text) from public;
grant execute on function courseware.versions_with_words(text) to kaopei_app;
