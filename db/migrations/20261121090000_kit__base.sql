-- What every room stands on: the company of the request, the lock that keeps companies apart, ids, the operation log, idempotency, rate limits.
create schema kit;
grant usage on schema kit to kaopei_app, kaopei_search;

create extension if not exists pg_trgm;

-- The company of the running transaction. Null when none is set: then every company table is empty.
create function kit.company_id() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.company_id', true), '')::uuid;

-- UUIDv7: time first, so that ids are born in order and indexes grow at one end.
create function kit.new_id() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Second lock of a company table: row-level security that binds even the owner, and the rights of the server's role.
create procedure kit.protect_company_table(target regclass, rights text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company on %s for all to kaopei_app using (company_id = (select kit.company_id())) with check (company_id = (select kit.company_id()))', target);
  execute format('grant %s on %s to kaopei_app', rights, target);
end
$$;

-- Who did what, when, to what, from where, before and after. The server may add and read, never change.
create table kit.operation_log (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_name text not null,
  impersonator_id uuid,
  action text not null,
  target text not null,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  user_agent text,
  request_id text,
  path text,
  primary key (company_id, id)
);
create index operation_log_by_target on kit.operation_log (company_id, target, target_id);
create index operation_log_by_actor on kit.operation_log (company_id, actor_id, id);
call kit.protect_company_table('kit.operation_log', 'select, insert');

-- The first answer to a creating call, kept so that a repeated call gets it again (24 hours).
create table kit.idempotency (
  company_id uuid not null,
  actor_id uuid not null,
  key text not null,
  path text not null,
  request_hash text not null,
  response jsonb not null,
  at timestamptz not null default now(),
  primary key (company_id, actor_id, key)
);
create index idempotency_by_age on kit.idempotency (at);
call kit.protect_company_table('kit.idempotency');

-- Attempts within a window, for logins and codes. Not of a company: a login has none yet.
create unlogged table kit.rate_limit (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
grant select, insert, update, delete on kit.rate_limit to kaopei_app;

-- Counts one more use of a key; answers the seconds to wait, 0 when it may go on.
create function kit.take_rate(wanted_key text, allowed integer, window_seconds integer) returns integer
language sql volatile as $$
  insert into kit.rate_limit as r (key, count, resets_at)
  values (wanted_key, 1, now() + make_interval(secs => window_seconds))
  on conflict (key) do update set
    count = case when r.resets_at <= now() then 1 else r.count + 1 end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  returning case when count > allowed then greatest(1, ceil(extract(epoch from resets_at - now()))::integer) else 0 end
$$;
grant execute on function kit.take_rate(text, integer, integer) to kaopei_app;

-- Jobs enter the queue in the transaction of the change that asks for them. The queue's own tables stay closed to the server's role.
create function kit.enqueue(task text, payload jsonb, run_at timestamptz, job_key text, max_attempts integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload::json, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    job_key_mode => case when job_key is null then null else 'replace' end)
$$;
revoke all on function kit.enqueue(text, jsonb, timestamptz, text, integer) from public;
grant execute on function kit.enqueue(text, jsonb, timestamptz, text, integer) to kaopei_app;
