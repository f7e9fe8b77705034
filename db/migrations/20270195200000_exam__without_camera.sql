-- From when and until when an arrangement asks no camera of somebody: an arrangement itself is only what holds now, and what was to be recorded
-- depends on when it held.
create table exam.without_camera (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz,
  granted_by uuid not null,
  ended_by uuid,
  primary key (company_id, exam_id, staff_id, from_at),
  foreign key (company_id, exam_id, staff_id) references exam.candidate (company_id, exam_id, staff_id) on delete cascade,
  constraint without_camera_span_check check (until_at >= from_at),
  constraint without_camera_end_check check ((until_at is null) = (ended_by is null))
);
create unique index without_camera_open on exam.without_camera (company_id, exam_id, staff_id) where until_at is null;
call kit.protect_company_table('exam.without_camera', 'select, insert, update, delete');
comment on table exam.without_camera is 'Spans in which an arrangement asks no camera of a candidate; open: until it is taken back';

-- Of those that stand nothing says more than when they were last changed.
insert into exam.without_camera (company_id, exam_id, staff_id, from_at, granted_by)
select company_id, exam_id, staff_id, changed_at, changed_by
from exam.candidate_policy
where is_without_camera;
