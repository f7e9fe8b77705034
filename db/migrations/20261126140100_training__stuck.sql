-- Who is stuck longest, a page at a time.
create index enrolment_by_since on training.enrolment (company_id, project_id, next_since, staff_id) where state = 2;
-- Replaced: the job looks through the people of one project in the order of their ids.
drop index training.enrolment_to_derive;
