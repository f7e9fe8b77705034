-- Counted with the rights of whoever changes files: other roles have policies of company tables for reading alone.
drop trigger count_usage on files.object;
drop function files.count_usage();
drop policy counting on files.usage;
revoke insert, update on files.usage from kaopei_search;
create policy figures on files.usage for select to kaopei_search using (true);
grant insert, update on files.usage to kaopei_app;

create function files.count_usage() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state = 1 and old.expires_at is null then
    before := old.size_bytes;
  end if;
  if tg_op <> 'DELETE' and new.state = 1 and new.expires_at is null then
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
create trigger count_usage after insert or delete or update of state, size_bytes, expires_at on files.object
  for each row execute function files.count_usage();
