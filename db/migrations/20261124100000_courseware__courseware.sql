-- Courseware: what is learnt, apart from who learns it. One object with versions; what is made of an upload (renditions, pages, the entries of a package)
-- belongs to the version.
create schema courseware;
grant usage on schema courseware to kaopei_app;

create table courseware.courseware (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  title text not null check (title <> ''),
  -- 1 document, 2 video, 3 audio, 4 image, 5 micro-course, 6 package
  type smallint not null check (type between 1 and 6),
  descript text not null default '',
  cover_file_id uuid,
  -- the version that is shown to whoever begins now
  version_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id)
);
create index courseware_newest on courseware.courseware (company_id, id desc) where removed_at is null;
comment on table courseware.courseware is 'Something that can be learnt: a document, film, sound, picture, micro-course or package.';
comment on column courseware.courseware.version is 'Of the row, for edits at the same time; its contents'' versions stand in courseware.version.';
comment on column courseware.courseware.removed_at is 'Since when it is in no list. Whoever learns with it goes on.';
call kit.protect_company_table('courseware.courseware');

create table courseware.version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  courseware_id uuid not null,
  number integer not null check (number > 0),
  -- the upload; null of a micro-course, which is its content
  file_id uuid,
  file_name text not null default '',
  size_bytes bigint not null default 0,
  -- 0 not transcoded, 1 transcoding (or waiting for it), 2 succeeded, 3 failed
  trans_status smallint not null default 0 check (trans_status between 0 and 3),
  -- of a film or sound, as it was measured; rounded up
  length_seconds integer check (length_seconds >= 0),
  -- of a document its pages, of a micro-course its blocks, of a picture 1, of a package its parts
  page_count integer check (page_count >= 0),
  -- of a micro-course {title, contentList}
  content jsonb,
  -- of a film or sound: width, height, codecs, whether it has picture and sound
  media jsonb,
  -- searchable text of a document or micro-course
  text text not null default '',
  -- whoever began an older version goes on with this one
  is_for_begun boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, courseware_id, number),
  foreign key (company_id, courseware_id) references courseware.courseware (company_id, id)
);
comment on table courseware.version is 'What a courseware held at a time. A replaced file is a new version; whoever began the old one finishes it unless is_for_begun.';
alter table courseware.courseware add foreign key (company_id, version_id) references courseware.version (company_id, id) deferrable initially deferred;
call kit.protect_company_table('courseware.version');

-- Contributor 1 (required), author 2, teacher 3, assistant 4: an employee, or a name where somebody from outside made it.
create table courseware.credit (
  company_id uuid not null,
  courseware_id uuid not null,
  role smallint not null check (role between 1 and 4),
  place smallint not null,
  staff_id uuid,
  name text not null default '',
  primary key (company_id, courseware_id, role, place),
  foreign key (company_id, courseware_id) references courseware.courseware (company_id, id),
  check (staff_id is not null or name <> '')
);
create index credit_of_staff on courseware.credit (company_id, staff_id) where staff_id is not null;
comment on table courseware.credit is 'Who contributed, wrote, teaches and assists.';
call kit.protect_company_table('courseware.credit');

create table courseware.knowledge_point (
  company_id uuid not null,
  courseware_id uuid not null,
  point_id uuid not null,
  primary key (company_id, courseware_id, point_id),
  foreign key (company_id, courseware_id) references courseware.courseware (company_id, id)
);
create index knowledge_point_used on courseware.knowledge_point (company_id, point_id);
comment on table courseware.knowledge_point is 'What a courseware is about; points are the question room''s.';
call kit.protect_company_table('courseware.knowledge_point');

-- Work on a version: measuring, encoding, pages, unpacking. One row for each version; a retry begins it anew.
create table courseware.conversion (
  company_id uuid not null,
  version_id uuid not null,
  -- waiting, running, done, failed, cancelled
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- unreadable, encrypted, noTrack, tooLong, toolMissing, noSpace, timedOut, cancelled, notAllowed, fontMissing
  failure text,
  -- for people, in Chinese, what to do
  failure_text text,
  run_id uuid,
  -- what an interrupted run goes on from
  checkpoint jsonb,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  asked_by uuid,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references courseware.version (company_id, id)
);
create index conversion_queue on courseware.conversion (queued_at, version_id) where state in ('waiting', 'running');
comment on table courseware.conversion is 'What becomes of an upload: place in the queue, progress, why it failed.';
call kit.protect_company_table('courseware.conversion');

create table courseware.rendition (
  company_id uuid not null,
  version_id uuid not null,
  -- '360', '720', '1080', 'original'; 'audio' of sounds
  name text not null,
  file_id uuid not null,
  width integer not null default 0,
  height integer not null default 0,
  bits_per_second integer not null,
  codecs text not null,
  -- bytes of the header, then [first byte, bytes, milliseconds] for each segment; null of a file that is played as it is
  init_bytes integer,
  segments jsonb,
  primary key (company_id, version_id, name),
  foreign key (company_id, version_id) references courseware.version (company_id, id)
);
comment on table courseware.rendition is 'A film or sound in one quality, one object each; the playlist is written from its segments after the guard.';
call kit.protect_company_table('courseware.rendition');

create table courseware.page (
  company_id uuid not null,
  version_id uuid not null,
  number integer not null check (number > 0),
  file_id uuid not null,
  width integer not null,
  height integer not null,
  primary key (company_id, version_id, number),
  foreign key (company_id, version_id) references courseware.version (company_id, id)
);
comment on table courseware.page is 'A page of a document as a picture.';
call kit.protect_company_table('courseware.page');

create table courseware.subtitle (
  company_id uuid not null,
  version_id uuid not null,
  language text not null,
  label text not null,
  -- always WebVTT in UTF-8, whatever was uploaded
  file_id uuid not null,
  primary key (company_id, version_id, language),
  foreign key (company_id, version_id) references courseware.version (company_id, id)
);
comment on table courseware.subtitle is 'Subtitles of a film or sound.';
call kit.protect_company_table('courseware.subtitle');

-- A package stays the archive that was uploaded; its directory is kept as rows, and each entry is read out of the archive where it lies.
create table courseware.package (
  company_id uuid not null,
  version_id uuid not null,
  -- 1.2 or 2004
  standard text not null check (standard in ('1.2', '2004')),
  title text not null default '',
  entry_count integer not null,
  unpacked_bytes bigint not null,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references courseware.version (company_id, id)
);
comment on table courseware.package is 'A SCORM package.';
call kit.protect_company_table('courseware.package');

create table courseware.package_part (
  company_id uuid not null,
  version_id uuid not null,
  number integer not null check (number > 0),
  identifier text not null,
  title text not null,
  -- path of the page within the package, with its query
  href text not null,
  -- of 1.2, 0–100; of 2004 the scaled score in hundredths
  mastery_score integer,
  launch_data text not null default '',
  -- further data for the run-time that the manifest gives: maxTimeAllowed, timeLimitAction, completionThreshold
  run_time jsonb not null default '{}',
  primary key (company_id, version_id, number),
  foreign key (company_id, version_id) references courseware.package (company_id, version_id)
);
comment on table courseware.package_part is 'An item of a package that somebody works through (SCO).';
call kit.protect_company_table('courseware.package_part');

create table courseware.package_entry (
  company_id uuid not null,
  version_id uuid not null,
  path text not null,
  first_byte bigint not null,
  stored_bytes bigint not null,
  size_bytes bigint not null,
  -- 0 stored, 8 deflated
  method smallint not null check (method in (0, 8)),
  crc32 bigint not null,
  primary key (company_id, version_id, path),
  foreign key (company_id, version_id) references courseware.package (company_id, version_id)
);
comment on table courseware.package_entry is 'Where in the archive an entry lies. first_byte is that of its data.';
call kit.protect_company_table('courseware.package_entry');

create view courseware.card with (security_invoker = true) as
select c.company_id, c.id, c.title, c.type, c.cover_file_id, c.version_id, c.removed_at, v.trans_status, v.length_seconds, v.page_count, v.number as version_number
from courseware.courseware c
join courseware.version v on v.company_id = c.company_id and v.id = c.version_id;
comment on view courseware.card is 'What other rooms may read of a courseware.';
grant select on courseware.card to kaopei_app;
