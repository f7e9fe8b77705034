-- One row that /readyz writes: a database that takes no writes is not ready, however well it reads.
create table kit.readiness (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null default now()
);
insert into kit.readiness default values;
grant select, update on kit.readiness to kaopei_app;
