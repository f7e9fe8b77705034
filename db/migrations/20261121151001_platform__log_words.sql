-- Words in a log of a million rows: names of people and of things that something was done to.
-- The log is written by every change and read by few, so as little as possible is kept for the search. The primary key carries both names: a
-- frequent word is found by reading along it, without a look at the wide rows. Rare words have pieces: each pair of characters one of which is
-- beyond ASCII, each three within it, hashed together with the company. Single characters have none; they are frequent.

alter table kit.operation_log drop constraint operation_log_pkey;
alter table kit.operation_log add primary key (company_id, id) include (actor_name, target_name);

-- Whatever contains a word has all pieces of it. A loop, because a query with generate_series is planned anew for each row.
create function platform.pieces_of(line text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := string_to_array(line, null);
  pieces bigint[] := '{}';
  two text;
begin
  for n in 1..cardinality(letters) - 1 loop
    two := letters[n] || letters[n + 1];
    if octet_length(two) > 2 then
      pieces := pieces || hashtextextended(two, seed);
    elsif octet_length(letters[n + 2]) = 1 then
      pieces := pieces || hashtextextended(two || letters[n + 2], seed);
    end if;
  end loop;
  return pieces;
end
$$;

create function platform.log_pieces(company uuid, actor_name text, target_name text) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  return platform.pieces_of(lower(actor_name), uuid_hash_extended(company, 0))
    || coalesce(platform.pieces_of(lower(target_name), uuid_hash_extended(company, 0)), '{}');
end
$$;
-- Dear, so that the planner looks pieces up and never makes them anew for row after row.
alter function platform.log_pieces(uuid, text, text) cost 10000;

-- What is new waits in a short list: that is merged for some hundred rows at once, and short enough that nobody waits for it.
create index operation_log_by_pieces on kit.operation_log
  using gin (platform.log_pieces(company_id, actor_name, target_name)) with (fastupdate = on, gin_pending_list_limit = 512);
alter index kit.operation_log_by_pieces alter column 1 set statistics 0;
create statistics kit.operation_log_piece_frequency on (platform.log_pieces(company_id, actor_name, target_name)) from kit.operation_log;

create policy search on kit.operation_log for select to kaopei_search using (true);
grant select (company_id, id, actor_name, target_name) on kit.operation_log to kaopei_search;
grant create on schema platform to kaopei_search;

-- About how many rows of the transaction's own company have all pieces of a word (lower case expected); null: it has no pieces.
create function platform.estimate_log_word(word text) returns bigint
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

-- Ids of the rows of the transaction's own company with a word in a name (lower case expected), between two ids. Without pieces: all pieces of nothing, every row.
create function platform.log_ids_with_word(word text, first_id uuid, end_id uuid) returns setof uuid
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

alter function platform.estimate_log_word(text) owner to kaopei_search;
alter function platform.log_ids_with_word(text, uuid, uuid) owner to kaopei_search;
revoke all on function platform.estimate_log_word(text), platform.log_ids_with_word(text, uuid, uuid) from public;
grant execute on function platform.estimate_log_word(text), platform.log_ids_with_word(text, uuid, uuid) to kaopei_app;
revoke create on schema platform from kaopei_search;

-- Days before 1970 are negative instants; the first id of all stands for them.
create or replace function platform.first_id_at(at timestamptz) returns uuid
language sql immutable parallel safe
return (lpad(to_hex(greatest(0, floor(extract(epoch from at) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid;
