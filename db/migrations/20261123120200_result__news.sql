-- News of official results: each change of what counts for a person, in an order that any number of rooms above can follow. Attempts write what they
-- always wrote; the numbering step finds it afterwards.
create schema result;
grant usage on schema result to kaopei_app, kaopei_search;

-- Rows written from now on say which transaction wrote them: only so is found what was written early and committed late.
alter table sitting.attempt_event add column tx xid8;
alter table sitting.attempt_event alter column tx set default pg_current_xact_id();
comment on column sitting.attempt_event.tx is 'The transaction that wrote it; null: before there were news.';
create index attempt_event_standing on sitting.attempt_event (tx)
where tx is not null and type in ('start', 'publish', 'withdraw', 'void', 'restore');

create view sitting.standing_change with (security_invoker = true) as
select company_id, attempt_id, id, type, data ->> 'to' as state, server_time as at, tx
from sitting.attempt_event
where type in ('start', 'publish', 'withdraw', 'void', 'restore');
comment on view sitting.standing_change is 'Door: changes of what an attempt counts for its person: begun, published, withdrawn, voided, restored.';
grant select on sitting.standing_change to kaopei_app;

create table result.news (
  company_id uuid not null references platform.company (id),
  number bigint not null,
  kind text not null constraint news_kind_check check (kind in ('begun', 'out', 'withdrawn', 'voided', 'restored')),
  attempt_id uuid not null,
  state text not null,
  at timestamptz not null,
  event_id uuid not null,
  primary key (company_id, number),
  constraint news_once unique (company_id, event_id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id)
);
comment on table result.news is 'The feed of official results: what changed, in the order of its numbers, without holes.';
comment on column result.news.state is 'What the attempt was then.';
comment on column result.news.event_id is 'The change that it is about; of attempts that began before there were news, the attempt.';

-- Everything up to now gets its number: a reader that begins today begins at the beginning. Below row-level security too is the owner of the tables,
-- unless it is a superuser.
alter table sitting.attempt no force row level security;
alter table sitting.attempt_event no force row level security;
alter table tenant.use_cursor no force row level security;
alter table kit.feed_head no force row level security;
alter table kit.feed_cursor no force row level security;
insert into result.news (company_id, number, kind, attempt_id, state, at, event_id)
select company_id, row_number() over (partition by company_id order by event_id), kind, attempt_id, state, at, event_id
from (
  select a.company_id, 'begun' as kind, a.id as attempt_id, 'in_progress' as state, a.started_at as at, a.id as event_id
  from sitting.attempt a
  union all
  select e.company_id, case e.type when 'publish' then 'out' when 'withdraw' then 'withdrawn' when 'void' then 'voided' else 'restored' end,
    e.attempt_id, coalesce(e.data ->> 'to', ''), e.server_time, e.id
  from sitting.attempt_event e
  where e.type in ('publish', 'withdraw', 'void', 'restore')
) known;
insert into kit.feed_head (company_id, feed, number)
select company_id, 'result.news', max(number) from result.news group by company_id;
-- Ids are born in the order of time, and the numbers above were given in theirs: what the ledger has taken is everything up to one number.
insert into kit.feed_cursor (company_id, reader, number)
select u.company_id, 'result.uses', coalesce((select max(n.number) from result.news n where n.company_id = u.company_id and n.event_id <= u.exam_up_to), 0)
from tenant.use_cursor u;
alter table sitting.attempt force row level security;
alter table sitting.attempt_event force row level security;
alter table kit.feed_head force row level security;
alter table kit.feed_cursor force row level security;
call kit.protect_company_table('result.news', 'select, insert');

create policy search on result.news for select to kaopei_search using (true);
grant select on result.news to kaopei_search;
create policy standing on sitting.attempt_event for select to kaopei_search using (true);
grant select on sitting.attempt_event to kaopei_search;
grant select on sitting.standing_change to kaopei_search;
grant create on schema result to kaopei_search;
create function result.companies_with_news(from_tx xid8, below_tx xid8, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct c.company_id
  from sitting.standing_change c
  where c.tx >= from_tx
    and (below_tx is null or c.tx < below_tx)
    and not exists (select from result.news n where n.company_id = c.company_id and n.event_id = c.id)
  limit most
$$;
revoke all on function result.companies_with_news(xid8, xid8, integer) from public;
alter function result.companies_with_news(xid8, xid8, integer) owner to kaopei_search;
grant execute on function result.companies_with_news(xid8, xid8, integer) to kaopei_app;
revoke create on schema result from kaopei_search;

drop function tenant.companies_with_new_uses(uuid, integer);
drop table tenant.use_cursor;
