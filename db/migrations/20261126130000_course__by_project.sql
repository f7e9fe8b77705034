-- Somebody learns a course because a training project leads there, beside the other reasons.
alter table course.enrolment add column is_by_project boolean not null default false;
