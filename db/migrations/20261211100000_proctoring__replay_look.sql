-- Whoever goes through an attempt on the slider says why, as whoever looks at its recordings does; attempts without recordings have replays too.
alter table proctoring.look
  drop constraint look_company_id_attempt_id_fkey,
  add constraint look_company_id_attempt_id_fkey foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  add column what text not null default 'recording' check (what in ('recording', 'replay'));

comment on column proctoring.look.what is 'What was opened: films and pictures, or the answers as they grew.';
