-- Composing films of pieces: who works on one, when it was last looked at, and what of it could not be read.
alter table proctoring.film
  -- the instant of the film's second 0
  add column begins_at timestamptz,
  -- made anew by each run: of two, one may finish
  add column claim uuid,
  -- film pieces that there were when it was composed
  add column piece_count integer,
  -- of them those whose bytes are missing or no film
  add column unreadable_count integer not null default 0,
  add column seen_at timestamptz,
  -- nobody had looked for long: made again when somebody asks
  add column dropped_at timestamptz;

create policy sweep on proctoring.film for select to kaopei_search using (true);
grant select on proctoring.film to kaopei_search;
create policy sweep on proctoring.mark for select to kaopei_search using (true);
grant select (company_id, attempt_id, is_marked) on proctoring.mark to kaopei_search;

create unlogged table proctoring.server_load (
  process uuid primary key,
  level smallint not null check (level between 0 and 10),
  told_at timestamptz not null
);
comment on table proctoring.server_load is 'Servers that are busy, told by each of them: no film is begun meanwhile; of no company.';
grant select, insert, update, delete on proctoring.server_load to kaopei_app;
