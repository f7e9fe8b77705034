-- output: what kind of file is wanted (format, fields). fields: the columns that the export could have. checkpoint: how far an import
-- has come, written in the transaction of its changes, so that a run that was killed goes on there.
alter table jobs.background_job
  add column output jsonb not null default '{}',
  add column fields text[],
  add column checkpoint jsonb;
