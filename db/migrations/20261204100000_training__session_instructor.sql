-- Who teaches an offline session, where it is an instructor of the company: their time is booked.
alter table training.session add column instructor_id uuid;
alter table training.session add foreign key (company_id, instructor_id) references instructor.instructor (company_id, id);
