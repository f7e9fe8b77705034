-- Results of an anonymous questionnaire that were seen while it was open are sets that were shown, like filters afterwards: sheets bear how many had been seen.
alter table questionnaire.questionnaire add column looks integer not null default 0;
comment on column questionnaire.questionnaire.looks is 'How often results of an anonymous one were seen with sheets that had not been seen before, while it was open.';
alter table questionnaire.response add column after_looks integer;
comment on column questionnaire.response.after_looks is 'Of an anonymous one: looks of its questionnaire when its batch was written. Null: before they were counted, and of named ones.';
-- In which order sets were shown: what may be shown of one depends on those before it.
alter table questionnaire.shown_set add column place bigint generated always as identity;
-- Sheets that wait are written again together, so that their rows do not say when each came.
alter table questionnaire.sealed add column is_stirred boolean not null default false;
