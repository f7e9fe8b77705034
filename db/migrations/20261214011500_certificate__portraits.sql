-- Photos of the people who get certificates, and the one that each certificate was issued with.
create table certificate.portrait (
  company_id uuid not null,
  staff_id uuid not null,
  file_id uuid not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null default now(),
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table certificate.portrait is 'The photo that a person''s next certificate is issued with; certificates keep theirs.';
call kit.protect_company_table('certificate.portrait');

-- the photo it was issued with; null: without
alter table certificate.certificate add column photo_id uuid;
create index certificate_by_photo on certificate.certificate (company_id, photo_id) where photo_id is not null;

alter table certificate.refusal
  -- its template asks for a photo, and there was none
  add column lacks_photo boolean not null default false,
  drop constraint refusal_characters_check,
  add constraint refusal_characters_check check (cardinality(characters) > 0 or lacks_photo);
