-- Main teachers and assistants who are instructors from outside; an employee is named by the employee.
alter table courseware.credit add column instructor_id uuid;
alter table courseware.credit add foreign key (company_id, instructor_id) references instructor.instructor (company_id, id);
