-- A room above completes something by who has answered this, and wants to be told. Of those that exist nobody knows, so they go on telling.
alter table questionnaire.questionnaire add column is_followed boolean not null default true;
alter table questionnaire.questionnaire alter column is_followed set default false;
