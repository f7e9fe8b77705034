-- Which way somebody was written to by a notice.
alter table training.notice_person add column by_mail boolean not null default false;
alter table training.notice_person add column by_sms boolean not null default false;
create index notice_person_by_project on training.notice_person (company_id, project_id, sent_at desc, staff_id);
