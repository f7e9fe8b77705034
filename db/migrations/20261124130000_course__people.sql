-- How departments and groups are followed, and who sold a course to whom.
alter table course.audience
  add column scope jsonb,
  add column staff_count integer not null default 0;
comment on column course.audience.scope is 'The data scope of whoever attached it: nobody outside of it comes by it; null: everybody.';
comment on column course.audience.staff_count is 'Of a snapshot: how many people it had.';

-- Something changed about who is in a followed group. Only ever added to, so that nobody who changes a group waits for whoever is just following it.
create table course.audience_mark (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  course_id uuid not null,
  marked_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
create index audience_mark_by_course on course.audience_mark (company_id, course_id, marked_at);
comment on table course.audience_mark is 'Courses whose learners must be looked at again because a followed department or group changed.';
call kit.protect_company_table('course.audience_mark');

create policy sweep on course.audience_mark for select to kaopei_search using (true);
create policy sweep on course.seat for select to kaopei_search using (true);
grant usage on schema course to kaopei_search;
grant select on course.audience_mark, course.seat to kaopei_search;

-- The seller's side of a licence: what was agreed, in the seller's own company.
create table course.sale (
  company_id uuid not null,
  licence_id uuid not null,
  buyer_company_id uuid not null,
  course_id uuid not null,
  version_id uuid not null,
  limit_type smallint not null check (limit_type in (1, 2)),
  limit_count integer,
  valid_from timestamptz not null,
  valid_until timestamptz,
  start_within_days integer,
  sold_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, licence_id),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
create index sale_newest on course.sale (company_id, created_at desc, licence_id);
comment on table course.sale is 'A course that the company gave another one a licence for; the licence itself stands with the buyer.';
call kit.protect_company_table('course.sale');

create index seat_held on course.seat (company_id, licence_id) where state in (1, 2);
create index licence_of_course on course.licence (company_id, course_id);
