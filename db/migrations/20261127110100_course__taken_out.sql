-- Whom somebody took out of a course by hand, no training project brings back.
alter table course.enrolment add column is_taken_out boolean not null default false;
comment on column course.enrolment.is_taken_out is 'Taken out by hand; put into the course again by whatever reason, it is over.';
alter table course.enrolment add constraint enrolment_taken_out_check check (not is_taken_out or state = 3);
