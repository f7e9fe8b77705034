-- version 2
-- UUIDv7: time first, to the microsecond (RFC 9562, 6.2, method 3), so that ids are born in order and indexes grow at one end.
create or replace function kit.new_id() returns uuid
language sql volatile parallel safe
as $$
  select (
    overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substr(gen_random_uuid()::text, 20))::uuid
$$;
