-- The chain of an attempt's record, its signature each night, and what came of rebuilding it from its events.
create table proctoring.night (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  -- the heads, as they were signed
  payload text not null,
  signature text not null,
  public_key text not null,
  head_count integer not null check (head_count > 0),
  at timestamptz not null,
  primary key (company_id, id)
);
comment on table proctoring.night is 'Heads of a night, signed together (Ed25519).';
call kit.protect_company_table('proctoring.night', 'select, insert');

create table proctoring.seal (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  number integer not null check (number > 0),
  -- the rows of events and pieces that this link adds, in their order
  row_ids uuid[] not null,
  head text not null check (head ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  night_id uuid,
  primary key (company_id, attempt_id, number),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  foreign key (company_id, night_id) references proctoring.night (company_id, id)
);
create index seal_unsigned on proctoring.seal (company_id, at) where night_id is null;
comment on table proctoring.seal is 'Links of the chain over the record of an attempt: the first when it is handed in, further ones for what comes later.';
call kit.protect_company_table('proctoring.seal', 'select, insert, update');

create table proctoring.rebuilding (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  -- fields that differ: [{field, stored, rebuilt}]; empty: the row is what its events say
  differences jsonb not null,
  at timestamptz not null,
  primary key (company_id, attempt_id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  constraint rebuilding_differences_check check (jsonb_typeof(differences) = 'array')
);
comment on table proctoring.rebuilding is 'Closed attempts, rebuilt from their events and compared with their stored row.';
call kit.protect_company_table('proctoring.rebuilding', 'select, insert, update');

-- The night asks for those of every company.
create policy sweep on proctoring.seal for select to kaopei_search using (true);
grant select (company_id, attempt_id, number, at, night_id) on proctoring.seal to kaopei_search;
create policy sweep on proctoring.rebuilding for select to kaopei_search using (true);
grant select (company_id, attempt_id, at) on proctoring.rebuilding to kaopei_search;
