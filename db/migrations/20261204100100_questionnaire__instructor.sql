-- Which instructor a questionnaire rates: figures of its ratings go to the room of instructors.
alter table questionnaire.questionnaire add column instructor_id uuid;
alter table questionnaire.questionnaire add foreign key (company_id, instructor_id) references instructor.instructor (company_id, id);
