-- The words that a candidate confirmed, kept whole: what they agreed to can be shown years later, whatever the exam says by then.
create table exam.notice_version (
  company_id uuid not null,
  exam_id uuid not null,
  hash text not null,
  information text not null,
  terms text[] not null,
  first_at timestamptz not null,
  primary key (company_id, exam_id, hash),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade
);
comment on table exam.notice_version is 'Each wording of an exam''s notice that somebody has confirmed; append-only';
call kit.protect_company_table('exam.notice_version', 'select, insert');

-- What candidates say to being recorded, each kind by itself, and what somebody with the right to do so decided instead. The last row of a kind counts.
create table exam.capture_consent (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  number integer not null check (number > 0),
  kind smallint not null check (kind between 1 and 4),
  state smallint not null check (state between 1 and 4),
  notice_hash text,
  device text check (length(device) <= 200),
  reason text,
  decided_by uuid,
  decided_at timestamptz not null,
  primary key (company_id, exam_id, staff_id, number),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, exam_id, notice_hash) references exam.notice_version (company_id, exam_id, hash),
  -- A candidate's own word is about a wording; an exemption is somebody else's, with its reason.
  check ((state = 4) = (reason is not null)),
  check ((state = 4) = (decided_by is not null)),
  check (state = 4 or notice_hash is not null)
);
comment on table exam.capture_consent is 'Append-only: 1 agreed, 2 refused, 3 withdrawn, 4 exempted; the last row of a kind counts';
comment on column exam.capture_consent.decided_by is 'Who exempted; null: the candidate''s own word';
comment on column exam.capture_consent.kind is '1 screen, 2 photographs, 3 film of the camera, 4 film of the second camera';
call kit.protect_company_table('exam.capture_consent', 'select, insert');
