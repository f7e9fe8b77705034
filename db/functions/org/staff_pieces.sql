-- version 1
-- Of an e-mail address only what stands up to the @: domains are the same for everybody.
create or replace function org.staff_pieces(company uuid, name text, login_account text, phone text, job_number text, email text) returns bigint[]
language plpgsql cost 10000 immutable parallel safe as $$
begin
  return org.pieces_of(
    lower(concat(E'\x01', name, E'\x01', login_account, E'\x01', job_number, E'\x02', phone, E'\x02', split_part(email, '@', 1), '@')),
    uuid_hash_extended(company, 0)
  );
end
$$;
