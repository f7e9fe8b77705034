-- Phones that film candidates from the side, each let in by the candidate at the computer.
create table proctoring.camera (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  staff_id uuid not null,
  -- of this person in this exam: its pieces have numbers of their own
  number smallint not null check (number between 1 and 900),
  -- of the invitation; good for one phone
  code_hash text not null,
  invited_at timestamptz not null,
  -- when a phone came with it; what it says it is
  asked_at timestamptz,
  device text,
  -- shown on both, so that the candidate lets in the own phone and no neighbour's
  digits text check (digits ~ '^\d{4}$'),
  confirmed_at timestamptz,
  -- another phone took its place
  ended_at timestamptz,
  heard_at timestamptz,
  -- percent
  battery smallint check (battery between 0 and 100),
  -- pieces that wait on the phone
  waiting integer check (waiting >= 0),
  is_filming boolean not null default false,
  primary key (company_id, id),
  unique (company_id, exam_id, staff_id, number),
  check ((asked_at is null) = (digits is null)),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table proctoring.camera is 'Second cameras: phones that candidates let in for an exam.';
call kit.protect_company_table('proctoring.camera', 'select, insert, update');
