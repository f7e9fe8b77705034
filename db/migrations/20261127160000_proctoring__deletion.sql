-- Recordings go when their time is over; what went is kept.
create table proctoring.deletion (
  company_id uuid not null,
  attempt_id uuid not null,
  -- the rule by which they went
  kept_days integer not null check (kept_days > 0),
  -- pieces that had bytes, kept frames, and the bytes of both
  piece_count integer not null,
  frame_count integer not null,
  size_bytes bigint not null,
  at timestamptz not null,
  primary key (company_id, attempt_id),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.deletion is 'Attempts whose recordings were deleted, and what they were; rows of pieces and marks stay, without pictures.';
call kit.protect_company_table('proctoring.deletion', 'select, insert');

-- The sweep asks for those of every company.
grant usage on schema proctoring to kaopei_search;
create policy sweep on proctoring.watch for select to kaopei_search using (true);
create policy sweep on proctoring.deletion for select to kaopei_search using (true);
grant select (company_id, attempt_id, started_at) on proctoring.watch to kaopei_search;
grant select (company_id, attempt_id) on proctoring.deletion to kaopei_search;
create index watch_by_start on proctoring.watch (started_at);
