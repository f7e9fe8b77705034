-- version 1
-- Of each of these readers of a feed the companies whose news goes on behind where it stands: one look for all who look at the same moment.
create or replace function kit.readers_behind(of_feed text, of_readers text[], most integer) returns table (reader text, company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.reader, b.company_id
  from unnest(of_readers) as r (reader)
  cross join lateral kit.companies_behind(of_feed, r.reader, most) b
$$;
alter function kit.readers_behind(text,text[],integer) owner to kaopei_search;
revoke all on function kit.readers_behind(text,text[],integer) from public;
grant execute on function kit.readers_behind(text,text[],integer) to kaopei_app;
