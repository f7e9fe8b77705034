-- How much a company keeps: stored files without an end (what runs out by itself does not count). Summed by a trigger, so that asking costs
-- nothing however many files there are; in parts, so that uploads of one company do not wait for each other.
create table files.usage (
  company_id uuid not null references platform.company (id),
  part smallint not null,
  size_bytes bigint not null,
  primary key (company_id, part)
);
call kit.protect_company_table('files.usage', 'select');
create policy counting on files.usage for all to kaopei_search using (true) with check (true);
grant select, insert, update on files.usage to kaopei_search;
grant usage on schema files to kaopei_search;
grant create on schema files to kaopei_search;

create function files.count_usage() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
revoke all on function files.count_usage() from public;
alter function files.count_usage() owner to kaopei_search;
create trigger count_usage after insert or delete or update of state, size_bytes, expires_at on files.object
  for each row execute function files.count_usage();
revoke create on schema files from kaopei_search;

insert into files.usage (company_id, part, size_bytes)
select company_id, 0, sum(size_bytes) from files.object where state = 1 and expires_at is null group by company_id;
