-- version 1
-- Ids of the rows of the transaction's own company with a word in a name (lower case expected), between two ids. Without pieces: all pieces of nothing, every row.
create or replace function platform.log_ids_with_word(word text, first_id uuid, end_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.id
  from kit.operation_log l
  where l.company_id = kit.company_id()
    and platform.log_pieces(l.company_id, l.actor_name, l.target_name)
      @> platform.pieces_of(word, uuid_hash_extended(kit.company_id(), 0))
    and (first_id is null or l.id >= first_id)
    and (end_id is null or l.id < end_id)
    and (strpos(lower(l.actor_name), word) > 0 or strpos(lower(l.target_name), word) > 0)
$$;
alter function platform.log_ids_with_word(text,uuid,uuid) owner to kaopei_search;
revoke all on function platform.log_ids_with_word(text,uuid,uuid) from public;
grant execute on function platform.log_ids_with_word(text,uuid,uuid) to kaopei_app;
