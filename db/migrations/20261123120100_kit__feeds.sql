-- Feeds: what rooms above read in order, behind the back of whoever causes it. A room's own table holds the news; here is how far each feed and each
-- reader has come.
create table kit.feed_head (
  company_id uuid not null references platform.company (id),
  feed text not null,
  number bigint not null default 0,
  primary key (company_id, feed)
);
comment on table kit.feed_head is 'The last number of a feed. Its lock is the turn of whoever numbers.';
call kit.protect_company_table('kit.feed_head');

create table kit.feed_cursor (
  company_id uuid not null references platform.company (id),
  reader text not null,
  number bigint not null default 0,
  primary key (company_id, reader)
);
comment on table kit.feed_cursor is 'Up to which number a reader has taken a feed in. Its lock is the turn of whoever reads.';
call kit.protect_company_table('kit.feed_cursor');

create table kit.feed_horizon (
  feed text primary key,
  tx xid8 not null
);
comment on table kit.feed_horizon is 'All that transactions below this one changed has its number. Not of a company.';
grant select, insert, update on kit.feed_horizon to kaopei_app;

create policy search on kit.feed_head for select to kaopei_search using (true);
create policy search on kit.feed_cursor for select to kaopei_search using (true);
grant select on kit.feed_head, kit.feed_cursor to kaopei_search;
grant create on schema kit to kaopei_search;

create function kit.companies_behind(of_feed text, of_reader text, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.company_id
  from kit.feed_head h
  left join kit.feed_cursor c on c.company_id = h.company_id and c.reader = of_reader
  where h.feed = of_feed
    and h.number > coalesce(c.number, 0)
  limit most
$$;
revoke all on function kit.companies_behind(text, text, integer) from public;
alter function kit.companies_behind(text, text, integer) owner to kaopei_search;
grant execute on function kit.companies_behind(text, text, integer) to kaopei_app;
revoke create on schema kit from kaopei_search;
