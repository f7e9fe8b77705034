-- Each kind of recording goes by its own days, and is "deleting" while its bytes go.
alter table proctoring.watch
  -- what the candidate agreed to, by kind (exam's recordingKind); later changes shorten it and never lengthen it
  add column kept_days jsonb not null default '{"1": 180, "2": 180, "3": 180, "4": 180, "5": 180}',
  -- every kind has been deleted
  add column is_gone boolean not null default false;
alter table proctoring.deletion
  -- 0: everything at once, as it was before
  add column kind smallint not null default 0 check (kind between 0 and 5);
alter table proctoring.deletion drop constraint deletion_pkey;
alter table proctoring.deletion add primary key (company_id, attempt_id, kind);
update proctoring.watch w
set is_gone = true
from proctoring.deletion d
where d.company_id = w.company_id and d.attempt_id = w.attempt_id;

create table proctoring.deleting (
  company_id uuid not null,
  attempt_id uuid not null,
  kind smallint not null check (kind between 1 and 5),
  began_at timestamptz not null,
  primary key (company_id, attempt_id, kind),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.deleting is 'Recordings whose bytes are going: begun, and not certified yet.';
call kit.protect_company_table('proctoring.deleting', 'select, insert, delete');

grant select (kept_days, is_gone, staff_id) on proctoring.watch to kaopei_search;
grant select (kind) on proctoring.deletion to kaopei_search;
create policy sweep on proctoring.piece for select to kaopei_search using (true);
grant select (company_id, attempt_id, started_at, source, kind) on proctoring.piece to kaopei_search;
drop index proctoring.watch_by_start;
create index watch_by_start on proctoring.watch (started_at) where not is_gone;
