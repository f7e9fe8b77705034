-- version 1
-- About how many rows of the transaction's own company have all pieces of a word (lower case expected); null: it has no pieces.
create or replace function platform.estimate_log_word(word text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pieces bigint[] := platform.pieces_of(word, uuid_hash_extended(kit.company_id(), 0));
  plan jsonb;
begin
  if cardinality(pieces) > 0 then
    execute format(
      'explain (format json) select from kit.operation_log l where platform.log_pieces(l.company_id, l.actor_name, l.target_name) @> %L::bigint[]',
      pieces)
    into plan;
  end if;
  return (plan #>> '{0,Plan,Plan Rows}')::numeric::bigint;
end
$$;
alter function platform.estimate_log_word(text) owner to kaopei_search;
revoke all on function platform.estimate_log_word(text) from public;
grant execute on function platform.estimate_log_word(text) to kaopei_app;
