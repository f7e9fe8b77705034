-- User groups attached to exams. mode 1: who was in the group at that moment was put on the list, as the snapshot says; 2: the group is followed
-- until the exam closes.
create table exam.exam_group (
  company_id uuid not null,
  exam_id uuid not null,
  group_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- the data scope of whoever attached it: nobody outside of it comes by this group; null: everybody
  scope jsonb,
  snapshot_id uuid,
  attached_by uuid,
  attached_at timestamptz not null default now(),
  primary key (company_id, exam_id, group_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references usergroup.staff_group (company_id, id),
  check ((mode = 1) = (snapshot_id is not null))
);
create index exam_group_followed on exam.exam_group (company_id, group_id, exam_id) where mode = 2;
call kit.protect_company_table('exam.exam_group');

-- false: on the list only as long as a followed group has them, or because they have begun
alter table exam.candidate add column is_chosen boolean not null default true;

-- Something changed about who is in a followed group. Only ever added to, so that nobody who changes a group waits for whoever is just following it.
create table exam.group_mark (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  marked_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade
);
create index group_mark_by_exam on exam.group_mark (company_id, exam_id, marked_at);
call kit.protect_company_table('exam.group_mark');

create function exam.mark_followed_groups() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into exam.group_mark (company_id, exam_id)
  select distinct g.company_id, g.exam_id
  from (select distinct moved.company_id, moved.group_id from moved) m
  join exam.exam_group g on g.company_id = m.company_id and g.group_id = m.group_id and g.mode = 2;
  return null;
end
$$;
create trigger mark_exams_of_new after insert on usergroup.member
  referencing new table as moved
  for each statement execute function exam.mark_followed_groups();
create trigger mark_exams_of_former after delete on usergroup.member
  referencing old table as moved
  for each statement execute function exam.mark_followed_groups();

-- Exams with marks, of every company, for the workers.
create policy sweep on exam.group_mark for select to kaopei_search using (true);
grant select on exam.group_mark to kaopei_search;
grant create on schema exam to kaopei_search;
create function exam.marked_exams(most integer) returns table (company_id uuid, exam_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.company_id, m.exam_id
  from exam.group_mark m
  group by m.company_id, m.exam_id
  order by min(m.marked_at)
  limit most
$$;
alter function exam.marked_exams(integer) owner to kaopei_search;
revoke all on function exam.marked_exams(integer) from public;
grant execute on function exam.marked_exams(integer) to kaopei_app;
revoke create on schema exam from kaopei_search;
