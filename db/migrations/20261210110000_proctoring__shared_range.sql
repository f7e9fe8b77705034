create table proctoring.shared_range (
  company_id uuid not null references platform.company (id),
  -- addresses and networks (CIDR)
  ranges text[] not null check (cardinality(ranges) <= 50),
  version integer not null default 1,
  primary key (company_id)
);
comment on table proctoring.shared_range is 'Addresses that many people of a company share (the exit of an office): that they are the same is no sign.';
call kit.protect_company_table('proctoring.shared_range', 'select, insert, update');
