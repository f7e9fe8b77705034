-- What is recorded of attempts: what was wanted, the pieces that came, and the films that are composed of them.
create schema proctoring;
grant usage on schema proctoring to kaopei_app;

create table proctoring.watch (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  started_at timestamptz not null,
  -- what is wanted of it, as its exam said when it began
  streams jsonb not null,
  -- of everything that came
  size_bytes bigint not null default 0,
  primary key (company_id, attempt_id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
create index watch_by_exam on proctoring.watch (company_id, exam_id, staff_id);
comment on table proctoring.watch is 'Attempts that are recorded.';
call kit.protect_company_table('proctoring.watch', 'select, insert, update');

create table proctoring.piece (
  company_id uuid not null,
  attempt_id uuid not null,
  -- 1 screen, 2 first camera, 3 second camera
  source smallint not null check (source between 1 and 3),
  kind text not null check (kind in ('film', 'picture', 'thumb')),
  number integer not null check (number > 0),
  -- of the attempt: all its pieces lie in one month
  started_at timestamptz not null,
  id uuid not null default kit.new_id(),
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- a screen that did not change: covered, without bytes
  is_still boolean not null default false,
  sha256 text not null,
  size_bytes integer not null check (size_bytes >= 0),
  content_type text not null,
  -- its span cannot be
  is_doubtful boolean not null,
  -- of a time after deadline and grace
  is_late boolean not null,
  arrived_at timestamptz not null,
  primary key (company_id, attempt_id, source, kind, number, started_at),
  check (until_at >= from_at),
  check (is_still = (size_bytes = 0))
) partition by range (started_at);
comment on table proctoring.piece is 'Whole small films and pictures, as they came: never changed.';
call kit.protect_company_table('proctoring.piece', 'select, insert');

-- Months are made before they are needed (proctoring.make_piece_month); a piece whose month is missing all the same is not lost.
create table proctoring.piece_elsewhere partition of proctoring.piece default;
comment on table proctoring.piece_elsewhere is 'Pieces of attempts whose month has no table of its own.';
call kit.protect_company_table('proctoring.piece_elsewhere', 'select');

create table proctoring.film (
  company_id uuid not null,
  attempt_id uuid not null,
  source smallint not null check (source between 1 and 3),
  -- 0 waiting, 1 composing, 2 ready, 3 failed
  state smallint not null default 0 check (state between 0 and 3),
  -- why it failed, for people
  reason text,
  tries smallint not null default 0,
  content_type text,
  size_bytes bigint,
  -- counts up with each composing: the name of its bytes
  edition integer not null default 0,
  -- who wants to see it goes first
  asked_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (company_id, attempt_id, source),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id),
  check ((state = 2) = (size_bytes is not null))
);
create index film_waiting on proctoring.film (asked_at nulls last, changed_at) where state = 0;
comment on table proctoring.film is 'The film of a source, made of its pieces: it can be made again.';
call kit.protect_company_table('proctoring.film', 'select, insert, update, delete');
