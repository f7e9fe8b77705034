-- Departments and groups are attached to projects as to everything else: 1 as they were, 2 followed.
update training.audience set mode = 3 - mode;
alter table training.audience alter column mode drop default;
comment on column training.audience.mode is '1 as it was (its people are people by hand), 2 followed.';

grant usage on schema training to kaopei_search;

-- Whose state is not of the project's outline: what the job that derives looks for.
create index enrolment_to_derive on training.enrolment (company_id, project_id, staff_id) where state = 2 and outline_version is null;
