-- Hours in which nobody is disturbed by messages that can wait, as 22:00-08:00 in the company's time zone; off: none.
alter table platform.company
  add column quiet_hours text not null default 'off'
    check (quiet_hours = 'off' or quiet_hours ~ '^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$');

-- Suspended, not yet begun, or over. Null: there is no such company.
create function platform.is_closed(wanted_company uuid) returns boolean
language sql stable
return (
  select c.is_suspended
    or coalesce(c.valid_until < (now() at time zone c.time_zone)::date, false)
    or coalesce(c.valid_from > (now() at time zone c.time_zone)::date, false)
  from platform.company c
  where c.id = wanted_company
);

-- What must wait. state: 5 held, because its company is closed; 6 expired, because it means nothing any more.
-- is_awaited: somebody sits and waits for it, so it knows no quiet hours. next_try_at: when a waiting message is taken up again, for people.
alter table messaging.outbox
  add column is_awaited boolean not null default false,
  add column expires_at timestamptz,
  add column next_try_at timestamptz;
create index outbox_held on messaging.outbox (company_id, id) where state = 5;

create policy release on messaging.outbox for select to kaopei_search using (state = 5);
grant select (company_id, id, state, expires_at) on messaging.outbox to kaopei_search;
grant create on schema messaging to kaopei_search;

-- Held messages whose company works again, and those that mean nothing any more.
create function messaging.releasable(how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with holding as (
    select h.company_id, platform.is_closed(h.company_id) as is_closed
    from (select distinct o.company_id from messaging.outbox o where o.state = 5) h
  )
  select o.company_id, o.id
  from holding h
  join messaging.outbox o on o.company_id = h.company_id and o.state = 5
  where not h.is_closed
    or o.expires_at <= now()
  limit how_many
$$;
alter function messaging.releasable(integer) owner to kaopei_search;
revoke all on function messaging.releasable(integer) from public;
grant execute on function messaging.releasable(integer) to kaopei_app;
revoke create on schema messaging from kaopei_search;
