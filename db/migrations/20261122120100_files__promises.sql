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
delete from files.usage;
insert into files.usage (company_id, part, size_bytes)
select company_id, 0, sum(size_bytes)
from files.object
where state = 0 or expires_at is null or upload_id is not null
group by company_id;

create index object_by_maker on files.object (company_id, created_by, created_at);

-- Room for one more upload, until the transaction ends: whoever asks at the same time waits and is counted after. The limits of uploads are those of one purpose, or of all. Answers why there is none:
-- pending (too many uploads under way), daily (too much in a day), quota (the company's storage), or null. Limits that are null do not hold.
create function files.take_room(
  of_company uuid, of_maker uuid, of_purpose text, more_bytes bigint, most_pending integer, most_pending_bytes bigint, most_daily integer, most_daily_bytes bigint
) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  recent record;
  quota bigint;
  used bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('files.maker:' || of_company || of_maker, 0));
  select count(*) as files, coalesce(sum(o.size_bytes), 0) as bytes,
    count(*) filter (where o.state = 0) as pending, coalesce(sum(o.size_bytes) filter (where o.state = 0), 0) as pending_bytes
  into recent
  from files.object o
  where o.company_id = of_company and o.created_by = of_maker and o.created_at > now() - interval '1 day'
    and o.upload_id is not null and o.purpose = coalesce(of_purpose, o.purpose);
  if recent.pending + 1 > most_pending or recent.pending_bytes + more_bytes > most_pending_bytes then
    return 'pending';
  end if;
  if recent.files + 1 > most_daily or recent.bytes + more_bytes > most_daily_bytes then
    return 'daily';
  end if;
  select c.storage_quota_bytes into quota from platform.company c where c.id = of_company;
  if quota is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files.usage:' || of_company, 0));
  select coalesce(sum(u.size_bytes), 0) into used from files.usage u where u.company_id = of_company;
  return case when greatest(used, 0) + more_bytes > quota then 'quota' end;
end
$$;
revoke all on function files.take_room(uuid, uuid, text, bigint, integer, bigint, integer, bigint) from public;
grant execute on function files.take_room(uuid, uuid, text, bigint, integer, bigint, integer, bigint) to kaopei_app;
