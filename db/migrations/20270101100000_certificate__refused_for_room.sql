-- What a box of the template cannot hold, by the names of its variables: such a certificate waits as one does whose characters no font has.
alter table certificate.refusal add column too_long text[] not null default '{}';
alter table certificate.refusal drop constraint refusal_characters_check;
alter table certificate.refusal add constraint refusal_reason_check
  check (cardinality(characters) > 0 or cardinality(too_long) > 0 or lacks_photo);
