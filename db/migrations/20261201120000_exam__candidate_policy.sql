-- What is arranged for one candidate beside their times: no camera, a screen reader, larger text, the timer at some minutes only, breaks.
create table exam.candidate_policy (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  is_without_camera boolean not null,
  is_screen_reader boolean not null,
  font_percent smallint not null,
  timer_minutes smallint[] not null,
  break_count smallint not null,
  break_minutes smallint not null,
  reason text not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id, staff_id) references exam.candidate (company_id, exam_id, staff_id) on delete cascade,
  constraint candidate_policy_font_check check (font_percent between 100 and 250),
  constraint candidate_policy_break_check check ((break_count = 0) = (break_minutes = 0))
);
call kit.protect_company_table('exam.candidate_policy', 'select, insert, update, delete');
comment on table exam.candidate_policy is 'Accommodations of candidates: camera, screen reader, text size, timer, breaks';
