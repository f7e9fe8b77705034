-- The smallest id that kit.new_id() makes at an instant: ids are born in the order of time, so a span of days is a range of the primary key.
create function platform.first_id_at(at timestamptz) returns uuid
language sql immutable parallel safe
return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Companies are made by the owner of the database, who is bound by row-level security like everybody else unless a superuser.
create policy made_by_owner on platform.company for all to current_user using (true) with check (true);
