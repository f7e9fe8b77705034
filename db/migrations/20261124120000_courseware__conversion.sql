-- How conversions are run: how often one was begun, and what the machines have that run them.
alter table courseware.conversion add column attempts smallint not null default 0;
comment on column courseware.conversion.attempts is 'Runs that were begun and neither ended nor handed back; one that kills its process again and again ends as interrupted.';
comment on column courseware.conversion.failure is
  'unreadable, encrypted, noTrack, tooLong, toolMissing, noSpace, timedOut, cancelled, notAllowed, fontMissing, interrupted.';

-- Taken back by the file of courseware.places_in_queue, which comes after the one that it is made for.
grant create on schema courseware to kaopei_search;

create table courseware.converter (
  machine text primary key,
  -- which programs are there: {ffmpeg, office, pages, sandbox, font, isUnsandboxed}
  tools jsonb not null,
  told_at timestamptz not null default now()
);
comment on table courseware.converter is 'What the workers'' machines can convert, told by each of them; of no company.';
grant select, insert, update, delete on courseware.converter to kaopei_app;
