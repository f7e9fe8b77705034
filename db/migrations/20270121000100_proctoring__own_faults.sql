-- When holes of recordings were ours: the load that clients were told to thin out by, and a store that took nothing. Of no company.
create table proctoring.own_fault (
  process uuid not null,
  kind text not null check (kind in ('load', 'storeDown')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  primary key (process, kind, from_at)
);
create index own_fault_by_time on proctoring.own_fault (until_at);
comment on table proctoring.own_fault is 'When a server told clients to record less, or its store took nothing: what they say of it later is held against this; of no company.';
grant select, insert, update, delete on proctoring.own_fault to kaopei_app;
