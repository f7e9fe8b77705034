-- Whose an attempt is: the kind of thing, by the name that its room gave it, and the thing's id. Ids are unique over all kinds, so an index needs the id alone.
alter table sitting.attempt rename column exam_id to owner_id;
alter table sitting.attempt add column owner_kind text not null default 'exam' check (owner_kind <> '');
alter table sitting.attempt alter column owner_kind drop default;
alter index sitting.attempt_by_exam rename to attempt_by_owner;
comment on column sitting.attempt.owner_kind is 'What it is an attempt of, by the name that the room of that thing gave it.';
comment on column sitting.attempt.owner_id is 'The exam, practice or whatever it is an attempt of; ids are unique over all kinds.';
