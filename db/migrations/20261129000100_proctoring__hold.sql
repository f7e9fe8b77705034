-- Recordings that something still needs (an appeal) are not deleted until it lets go of them.
create table proctoring.hold (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  -- what needs them, in words; of one reason there is one hold at a time
  reason text not null check (reason <> ''),
  held_at timestamptz not null,
  released_at timestamptz,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id),
  check (released_at >= held_at)
);
create unique index hold_open on proctoring.hold (company_id, attempt_id, reason) where released_at is null;
comment on table proctoring.hold is 'What keeps recordings of an attempt beyond their time.';
call kit.protect_company_table('proctoring.hold', 'select, insert, update');

-- The sweep asks for those of every company.
create policy sweep on proctoring.hold for select to kaopei_search using (true);
grant select (company_id, attempt_id, released_at) on proctoring.hold to kaopei_search;
