-- Who watches an exam, or one of its rooms: whoever organises no exams reaches these alone.
create table exam.invigilator (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  staff_id uuid not null,
  -- null: the whole exam
  room_id uuid,
  added_by uuid,
  added_at timestamptz not null,
  primary key (company_id, id),
  constraint invigilator_unique unique nulls not distinct (company_id, exam_id, staff_id, room_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
create index invigilator_by_staff on exam.invigilator (company_id, staff_id, exam_id);
comment on table exam.invigilator is 'Invigilators of an exam, or of one of its rooms, which the room venue keeps';
call kit.protect_company_table('exam.invigilator');
