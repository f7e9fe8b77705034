-- With which of the server's secrets a sheet was sealed, so that a changed secret is noticed and no sheet is lost by it.
alter table questionnaire.sealed add column sealed_by text;
comment on column questionnaire.sealed.sealed_by is 'A mark of the secret; "not …" of one that could not open it; null: before there were marks.';
-- Once it is over, somebody may decide not to wait for sheets that cannot be opened.
alter table questionnaire.questionnaire add column leaves_sealed boolean not null default false;
