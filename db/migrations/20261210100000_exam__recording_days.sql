-- How long recordings stay, of each kind by itself: candidates agree to it, so it stands where their notice is made.
create table exam.recording_days (
  company_id uuid not null references platform.company (id),
  screen_film smallint not null check (screen_film between 7 and 1095),
  camera_film smallint not null check (camera_film between 7 and 1095),
  screen_picture smallint not null check (screen_picture between 7 and 1095),
  photograph smallint not null check (photograph between 7 and 1095),
  frame smallint not null check (frame between 7 and 1095),
  pack smallint not null check (pack between 1 and 7),
  version integer not null default 1,
  primary key (company_id)
);
comment on table exam.recording_days is 'Days that recordings of exams stay, by kind. No row: the defaults.';
call kit.protect_company_table('exam.recording_days', 'select, insert, update');

-- The sweep of recordings asks for those of every company.
grant usage on schema exam to kaopei_search;
create policy sweep on exam.recording_days for select to kaopei_search using (true);
grant select on exam.recording_days to kaopei_search;
