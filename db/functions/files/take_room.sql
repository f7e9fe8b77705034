-- version 2
-- Room for one more upload, until the transaction ends: whoever asks at the same time waits and is counted after. The limits of uploads are those of one purpose, or of all. Answers why there is none:
-- pending (too many uploads under way), daily (too much in a day), quota (the company's storage), or null. Limits that are null do not hold.
create or replace function files.take_room(
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
  select c.storage_quota_bytes into quota from identity.company_terms c where c.id = of_company;
  if quota is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files.usage:' || of_company, 0));
  select coalesce(sum(u.size_bytes), 0) into used from files.usage u where u.company_id = of_company;
  return case when greatest(used, 0) + more_bytes > quota then 'quota' end;
end
$$;
revoke all on function files.take_room(uuid,uuid,text,bigint,integer,bigint,integer,bigint) from public;
grant execute on function files.take_room(uuid,uuid,text,bigint,integer,bigint,integer,bigint) to kaopei_app;
