-- version 1
create or replace function kit.companies_behind(of_feed text, of_reader text, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.company_id
  from kit.feed_head h
  left join kit.feed_cursor c on c.company_id = h.company_id and c.reader = of_reader
  where h.feed = of_feed
    and h.number > coalesce(c.number, 0)
  limit most
$$;
alter function kit.companies_behind(text,text,integer) owner to kaopei_search;
revoke all on function kit.companies_behind(text,text,integer) from public;
grant execute on function kit.companies_behind(text,text,integer) to kaopei_app;
