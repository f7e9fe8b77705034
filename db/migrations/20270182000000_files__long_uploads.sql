-- A film of 200 GB takes days to come: what is still being sent is not given up a day after its beginning.
alter table files.object add column active_at timestamptz;
comment on column files.object.active_at is 'When its maker last asked where to send what is missing.';
