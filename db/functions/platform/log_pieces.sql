-- version 1
create or replace function platform.log_pieces(company uuid, actor_name text, target_name text) returns bigint[]
language plpgsql cost 10000 immutable parallel safe as $$
begin
  return platform.pieces_of(lower(actor_name), uuid_hash_extended(company, 0))
    || coalesce(platform.pieces_of(lower(target_name), uuid_hash_extended(company, 0)), '{}');
end
$$;
