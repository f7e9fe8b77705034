-- Reports of playing grow by one every ten seconds of everybody who learns. After ninety days their sum is kept instead.
create table course.ping_sum (
  company_id uuid not null,
  staff_id uuid not null,
  course_id uuid not null,
  task_id uuid not null,
  credited int4multirange not null default '{}',
  new_seconds integer not null,
  repeated_seconds integer not null,
  wall_seconds integer not null,
  ping_count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (company_id, staff_id, course_id, task_id)
);
comment on table course.ping_sum is 'Reports of playing that were summed up and removed; with those that are still there they are what was learnt.';
call kit.protect_company_table('course.ping_sum', 'select, insert, update');

-- Reports come in the order of time: a range of blocks finds the old ones, and costs those that come nothing.
create index ping_by_time on course.ping using brin (at);

-- Who has old ones is asked across companies.
create policy sweep on course.ping for select to kaopei_search using (true);
grant select (company_id, course_id, staff_id, at) on course.ping to kaopei_search;
