-- Instructors, their time, their hours.
do $$
begin
  create extension if not exists btree_gist;
exception
  when undefined_file or feature_not_supported or insufficient_privilege then
    raise exception 'PostgreSQL lacks the extension btree_gist (%). It comes with PostgreSQL''s contrib package (Debian: postgresql-contrib) and is trusted: install the package, or let an administrator run CREATE EXTENSION btree_gist in this database, and start again.', sqlerrm;
end
$$;

create schema instructor;
grant usage on schema instructor to kaopei_app, kaopei_search;

create table instructor.category (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null check (name <> ''),
  sort integer not null default 0,
  version integer not null default 1,
  primary key (company_id, id),
  constraint instructor_category_name_unique unique nulls not distinct (company_id, parent_id, name),
  foreign key (company_id, parent_id) references instructor.category (company_id, id)
);
comment on table instructor.category is 'What sorts instructors: a tree.';
call kit.protect_company_table('instructor.category');

create table instructor.tag (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  version integer not null default 1,
  primary key (company_id, id),
  constraint instructor_tag_name_unique unique (company_id, name)
);
comment on table instructor.tag is 'Tags of instructors: what they teach, what they are good at.';
call kit.protect_company_table('instructor.tag');

create table instructor.instructor (
  company_id uuid not null references platform.company (id),
  -- of an internal one the id of the employee
  id uuid not null default kit.new_id(),
  origin smallint not null check (origin in (1, 2)),
  staff_id uuid,
  name text not null default '',
  phone text,
  email text,
  institution text not null default '',
  department_id uuid,
  level smallint not null default 1 check (level between 1 and 4),
  category_id uuid,
  title text not null default '',
  introduction text not null default '',
  -- who is told of what ends
  keeper_id uuid,
  is_enabled boolean not null default true,
  removed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id),
  foreign key (company_id, category_id) references instructor.category (company_id, id),
  constraint instructor_internal check ((origin = 1) = (staff_id is not null)),
  constraint instructor_is_the_employee check (staff_id is null or staff_id = id),
  constraint instructor_external_name check (origin = 1 or name <> '')
);
comment on table instructor.instructor is 'Instructors; employees under their own id, others with name and contacts of their own. Removed ones keep their row.';
call kit.protect_company_table('instructor.instructor');
create unique index instructor_phone_unique on instructor.instructor (company_id, phone) where removed_at is null and phone is not null;
create unique index instructor_name_unique on instructor.instructor (company_id, lower(name), lower(institution))
  where removed_at is null and origin = 2;
create index on instructor.instructor (company_id, category_id);

create table instructor.instructor_tag (
  company_id uuid not null,
  instructor_id uuid not null,
  tag_id uuid not null,
  primary key (company_id, instructor_id, tag_id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references instructor.tag (company_id, id) on delete cascade
);
comment on table instructor.instructor_tag is 'Which tags an instructor has.';
call kit.protect_company_table('instructor.instructor_tag');
create index on instructor.instructor_tag (company_id, tag_id);

create table instructor.file (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  -- 1 qualification, 2 contract, 3 identity, 9 other
  kind smallint not null check (kind in (1, 2, 3, 9)),
  name text not null check (name <> ''),
  file_id uuid not null,
  size_bytes bigint not null check (size_bytes >= 0),
  valid_from date,
  valid_until date check (valid_until >= valid_from),
  uploaded_by uuid,
  uploaded_at timestamptz not null default now(),
  -- by a newer one of the same
  replaced_by uuid,
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  foreign key (company_id, replaced_by) references instructor.file (company_id, id)
);
comment on table instructor.file is 'Files about an instructor with the days on which they begin and end; a renewed one stays behind its successor.';
call kit.protect_company_table('instructor.file');
create index on instructor.file (company_id, instructor_id);
create index on instructor.file (valid_until) where replaced_by is null and removed_at is null;
create policy sweep on instructor.file for select to kaopei_search using (true);
grant select (company_id, valid_until, replaced_by, removed_at) on instructor.file to kaopei_search;

create table instructor.file_alert (
  company_id uuid not null,
  file_id uuid not null,
  days smallint not null check (days in (60, 30, 7)),
  staff_id uuid not null,
  is_written boolean not null,
  at timestamptz not null,
  primary key (company_id, file_id, days, staff_id),
  foreign key (company_id, file_id) references instructor.file (company_id, id) on delete cascade
);
comment on table instructor.file_alert is 'Who was told that a file ends, once for each stage; is_written: a message left.';
call kit.protect_company_table('instructor.file_alert', 'select, insert');

create table instructor.cooperation (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  institution text not null default '',
  begin_on date not null,
  -- the last day; null: without end
  end_on date check (end_on >= begin_on),
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  constraint cooperation_no_overlap exclude using gist
    (company_id with =, instructor_id with =, daterange(begin_on, end_on, '[]') with &&)
);
comment on table instructor.cooperation is 'Under which terms somebody teaches: institution, first and last day; terms of one instructor do not meet.';
call kit.protect_company_table('instructor.cooperation');

create table instructor.rate (
  company_id uuid not null,
  cooperation_id uuid not null,
  valid_from date not null,
  cents_per_hour integer not null check (cents_per_hour >= 0),
  primary key (company_id, cooperation_id, valid_from),
  foreign key (company_id, cooperation_id) references instructor.cooperation (company_id, id) on delete cascade
);
comment on table instructor.rate is 'What an hour costs from a day on.';
call kit.protect_company_table('instructor.rate');

create table instructor.week_hours (
  company_id uuid not null,
  instructor_id uuid not null,
  -- 1 Monday
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 1 and 1440),
  primary key (company_id, instructor_id, weekday, from_minute),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  check (from_minute < to_minute)
);
comment on table instructor.week_hours is 'When somebody usually teaches: minutes of a day of the week, half-open, in the company''s time zone.';
call kit.protect_company_table('instructor.week_hours');

create table instructor.time_range (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  -- 1 can teach then too, 2 cannot
  kind smallint not null check (kind in (1, 2)),
  begin_at timestamptz not null,
  end_at timestamptz not null,
  reason text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  check (begin_at < end_at)
);
comment on table instructor.time_range is 'When somebody can or cannot teach, otherwise than the week says.';
call kit.protect_company_table('instructor.time_range');
create index on instructor.time_range (company_id, instructor_id, begin_at);

create table instructor.booking (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  title text not null check (title <> ''),
  place text not null default '',
  -- 1 booked, 2 held, 3 cancelled
  state smallint not null default 1 check (state in (1, 2, 3)),
  -- the thing of another room that asked for it
  source text,
  source_id uuid,
  reason text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  check (begin_at < end_at),
  check ((source is null) = (source_id is null)),
  constraint booking_no_overlap exclude using gist
    (company_id with =, instructor_id with =, tstzrange(begin_at, end_at) with &&) where (state <> 3)
);
comment on table instructor.booking is 'When an instructor teaches what; two that stand never meet.';
call kit.protect_company_table('instructor.booking', 'select, insert, update');
create unique index booking_source_unique on instructor.booking (company_id, source, source_id) where state <> 3;
create index on instructor.booking (company_id, instructor_id, begin_at);

create table instructor.hour_entry (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  booking_id uuid not null,
  day date not null,
  -- 1 planned, 2 held, 3 confirmed, 4 settled
  stage smallint not null check (stage between 1 and 4),
  minutes integer not null check (minutes <> 0),
  reverses_id uuid,
  cooperation_id uuid,
  cents_per_hour integer,
  amount_cents bigint,
  reason text not null default '',
  made_by uuid,
  made_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint hour_entry_reversed_once unique (company_id, reverses_id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  foreign key (company_id, booking_id) references instructor.booking (company_id, id),
  foreign key (company_id, reverses_id) references instructor.hour_entry (company_id, id),
  check ((reverses_id is not null) = (minutes < 0)),
  check ((stage = 4) = (cents_per_hour is not null and amount_cents is not null))
);
comment on table instructor.hour_entry is 'The ledger of hours, append-only: a correction is a reversing row and a new one.';
call kit.protect_company_table('instructor.hour_entry', 'select, insert');
create index on instructor.hour_entry (company_id, day, instructor_id);
create index on instructor.hour_entry (company_id, booking_id);

create table instructor.rating (
  company_id uuid not null,
  instructor_id uuid not null,
  source text not null,
  source_id uuid not null,
  title text not null,
  sheet_count integer not null check (sheet_count > 0),
  -- each sheet's mean on a scale of 1 to 5, in hundredths
  sum_hundredths bigint not null check (sum_hundredths >= 0),
  aspects jsonb not null default '[]' check (jsonb_typeof(aspects) = 'array'),
  as_of timestamptz not null,
  primary key (company_id, instructor_id, source, source_id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id)
);
comment on table instructor.rating is 'What participants thought, as figures of each source; below three sheets it is in no figure.';
call kit.protect_company_table('instructor.rating');

create table instructor.standard (
  company_id uuid not null references platform.company (id),
  -- the level that is reached by it
  level smallint not null check (level between 2 and 4),
  min_minutes integer not null check (min_minutes >= 0),
  min_rating_hundredths smallint not null check (min_rating_hundredths between 0 and 500),
  min_rated_count integer not null check (min_rated_count >= 3),
  months smallint not null check (months between 1 and 120),
  needs_qualification boolean not null,
  version integer not null default 1,
  primary key (company_id, level)
);
comment on table instructor.standard is 'What the company asks for before somebody reaches a level.';
call kit.protect_company_table('instructor.standard');

create table instructor.promotion (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  instructor_id uuid not null,
  from_level smallint not null,
  to_level smallint not null check (to_level = from_level + 1),
  -- as it stood when it was proposed
  evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
  reason text not null default '',
  -- 1 waits, 2 approved, 3 refused, 4 taken back
  state smallint not null default 1 check (state between 1 and 4),
  proposed_by uuid not null,
  proposed_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  opinion text not null default '',
  primary key (company_id, id),
  foreign key (company_id, instructor_id) references instructor.instructor (company_id, id),
  constraint promotion_by_another check (state not in (2, 3) or decided_by <> proposed_by and decided_by <> instructor_id)
);
comment on table instructor.promotion is 'Proposals to raise somebody by one level, with evidence; decided by somebody else.';
call kit.protect_company_table('instructor.promotion', 'select, insert, update');
create unique index promotion_waiting_unique on instructor.promotion (company_id, instructor_id) where state = 1;

create view instructor.card with (security_invoker = true) as
  select i.company_id, i.id, i.origin, i.staff_id, coalesce(p.name, i.name) as name, i.level, i.institution, i.is_enabled,
    i.removed_at is not null as is_removed
  from instructor.instructor i
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id;
grant select on instructor.card to kaopei_app;
comment on view instructor.card is 'Instructors as other rooms show them, removed ones too; employees with their name of today.';

-- Whoever taught a course before there were instructors is one now.
alter table course.course no force row level security;
alter table org.staff no force row level security;
alter table instructor.instructor no force row level security;
insert into instructor.instructor (company_id, id, origin, staff_id)
select distinct c.company_id, c.teacher_id, 1, c.teacher_id
from course.course c
join org.staff s on s.company_id = c.company_id and s.id = c.teacher_id
where c.teacher_id is not null
on conflict do nothing;
alter table instructor.instructor force row level security;
alter table org.staff force row level security;
alter table course.course force row level security;
