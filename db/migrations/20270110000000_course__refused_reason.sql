-- What whoever asked to join a course and was refused is told.
alter table course.enrolment add column refused_reason text;
