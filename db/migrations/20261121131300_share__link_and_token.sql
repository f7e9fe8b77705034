create schema share;
grant usage on schema share to kaopei_app, kaopei_search;

-- A short address of a page of this product. The code alone leads to it, so it is unguessable (65 bits).
create table share.short_link (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  code text not null unique check (code ~ '^[0-9A-Za-z]{11}$'),
  -- path, query and fragment; never a host
  origin_url text not null check (origin_url ~ '^/([^/\\]|$)'),
  title text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  visit_count integer not null default 0,
  last_visited_at timestamptz,
  primary key (company_id, id)
);
create index short_link_by_maker on share.short_link (company_id, created_by, id desc);
create index short_link_by_target on share.short_link (company_id, created_by, md5(origin_url)) where revoked_at is null;
call kit.protect_company_table('share.short_link', 'select, insert, update');

-- Opens one public page about one subject. Only the token's hash is kept.
create table share.token (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  token_hash text not null unique,
  kind text not null,
  subject_id text not null,
  title text not null,
  facts jsonb not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  use_count integer not null default 0,
  last_used_at timestamptz,
  primary key (company_id, id)
);
create index token_by_subject on share.token (company_id, kind, subject_id);
call kit.protect_company_table('share.token', 'select, insert, update');

-- Whoever opens a link has no company yet: these say which company and row it is, and nothing else.
create policy lookup on share.short_link for select to kaopei_search using (true);
create policy lookup on share.token for select to kaopei_search using (true);
grant select on share.short_link, share.token to kaopei_search;
grant create on schema share to kaopei_search;

create function share.link_of_code(wanted_code text) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.company_id, l.id from share.short_link l where l.code = wanted_code
$$;
alter function share.link_of_code(text) owner to kaopei_search;
revoke all on function share.link_of_code(text) from public;
grant execute on function share.link_of_code(text) to kaopei_app;

create function share.token_of_hash(wanted_hash text) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.company_id, t.id from share.token t where t.token_hash = wanted_hash
$$;
alter function share.token_of_hash(text) owner to kaopei_search;
revoke all on function share.token_of_hash(text) from public;
grant execute on function share.token_of_hash(text) to kaopei_app;

revoke create on schema share from kaopei_search;
