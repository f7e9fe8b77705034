-- Comparisons of who sat an exam: pairs whose answers agree too often, and sessions that share or change addresses and browsers. Indicators, no evidence.
create table proctoring.comparison (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  asked_by uuid not null,
  at timestamptz not null,
  -- how many attempts, pairs of each family, and why some were not compared
  facts jsonb not null,
  primary key (company_id, id)
);
create index comparison_by_exam on proctoring.comparison (company_id, exam_id, id desc);
comment on table proctoring.comparison is 'Comparisons of the attempts of an exam; the newest is shown.';
call kit.protect_company_table('proctoring.comparison', 'select, insert, delete');

create table proctoring.likeness (
  company_id uuid not null,
  comparison_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  is_near boolean not null,
  near_because text[] not null,
  common integer not null,
  matches integer not null,
  expected_matches double precision not null,
  one_wrong integer not null,
  other_wrong integer not null,
  shared_wrong integer not null,
  probability double precision not null check (probability between 0 and 1),
  -- 偶然出现的期望对数: of its family, near pairs or all
  expected_pairs double precision not null,
  level text not null check (level in ('red', 'yellow')),
  k_one double precision not null,
  k_other double precision not null,
  primary key (company_id, comparison_id, one_id, other_id),
  foreign key (company_id, comparison_id) references proctoring.comparison (company_id, id) on delete cascade
);
comment on table proctoring.likeness is 'Pairs of attempts whose answers agree more often than chance explains.';
call kit.protect_company_table('proctoring.likeness', 'select, insert, delete');

create table proctoring.session_sign (
  company_id uuid not null,
  comparison_id uuid not null,
  number integer not null,
  kind text not null,
  level text not null check (level in ('info', 'notice', 'warning')),
  attempt_ids uuid[] not null,
  -- the address, browser or seconds that it is about
  about text not null,
  primary key (company_id, comparison_id, number),
  constraint session_sign_kind_check check (kind in ('sameAddress', 'sameBrowser', 'manyAddresses', 'manyBrowsers', 'outsideRange', 'tooFast')),
  foreign key (company_id, comparison_id) references proctoring.comparison (company_id, id) on delete cascade
);
comment on table proctoring.session_sign is 'Sessions that share or change addresses and browsers, lie outside their room, or answer faster than reading.';
call kit.protect_company_table('proctoring.session_sign', 'select, insert, delete');
