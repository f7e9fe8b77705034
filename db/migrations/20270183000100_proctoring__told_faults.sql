-- That a hole is ours is proven for the attempt whose client was told, or whose piece was not taken: another one's trouble excuses nobody.
create table proctoring.told_fault (
  company_id uuid not null,
  attempt_id uuid not null,
  kind text not null check (kind in ('load', 'storeDown')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  primary key (company_id, attempt_id, kind, from_at),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id) on delete cascade
);
comment on table proctoring.told_fault is 'When a server told the client of an attempt to record less, or did not take its piece: what it says of that later is held against this.';
call kit.protect_company_table('proctoring.told_fault');
create index told_fault_by_time on proctoring.told_fault (until_at);
comment on table proctoring.own_fault is 'What servers of before noted of themselves, which holds for all of their attempts: told_fault has each attempt''s own.';
