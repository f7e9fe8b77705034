-- What is said to candidates during an exam, to whom, and what became of it.
create table exam.announcement (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  text text not null check (text <> ''),
  audience text not null check (audience in ('all', 'room', 'people')),
  room_id uuid,
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  check ((audience = 'room') = (room_id is not null))
);
create index announcement_of_exam on exam.announcement (company_id, exam_id, id);
comment on table exam.announcement is 'Announcements during an exam; append-only';
call kit.protect_company_table('exam.announcement', 'select, insert');

create table exam.announced (
  company_id uuid not null,
  announcement_id uuid not null,
  staff_id uuid not null,
  exam_id uuid not null,
  -- null: not begun yet, told when they begin
  attempt_id uuid,
  -- sitting has what became of it: delivered, acknowledged
  telling_id uuid,
  sent_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  primary key (company_id, announcement_id, staff_id),
  foreign key (company_id, announcement_id) references exam.announcement (company_id, id) on delete cascade,
  check ((attempt_id is null) = (telling_id is null)),
  check ((telling_id is null) = (sent_at is null))
);
create index announced_waiting on exam.announced (company_id, exam_id, staff_id) where telling_id is null;
comment on table exam.announced is 'An announcement and one of those whom it is for';
call kit.protect_company_table('exam.announced', 'select, insert, update');
