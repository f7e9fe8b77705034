-- version 1
-- No day, no id: greatest() takes null for less than everything.
create or replace function platform.first_id_at(at timestamptz) returns uuid
language sql immutable parallel safe strict
return (lpad(to_hex(greatest(0, floor(extract(epoch from at) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid;
