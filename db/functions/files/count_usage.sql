-- version 1
-- A company's storage is what it keeps and what it has promised: uploads under way with the size that was declared (without one, the most that
-- it may be), and files of people that go by themselves after some days. What the server makes for a while (exports) does not count.
create or replace function files.count_usage() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op <> 'INSERT' and (old.state = 0 or old.expires_at is null or old.upload_id is not null) then
    before := old.size_bytes;
  end if;
  if tg_op <> 'DELETE' and (new.state = 0 or new.expires_at is null or new.upload_id is not null) then
    after := new.size_bytes;
  end if;
  if after = before then
    return null;
  end if;
  -- One part for each connection: whatever one transaction writes lies in one row, so that two of them never wait for each other in a ring.
  insert into files.usage as u (company_id, part, size_bytes)
  values (coalesce(new.company_id, old.company_id), pg_backend_pid() % 16, after - before)
  on conflict (company_id, part) do update set size_bytes = u.size_bytes + excluded.size_bytes;
  return null;
end
$$;
