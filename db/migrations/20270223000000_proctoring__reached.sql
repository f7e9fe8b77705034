-- Whether a recording has stopped is asked of everybody each half minute: of each stream the row of its attempt, which each piece changes anyway, says how far it has come.
alter table proctoring.watch add column reached jsonb not null default '{}';
comment on column proctoring.watch.reached is 'By source and kind (1film): up to when its pieces reach, no later than they came. Of a stream that is not in it the pieces say it.';
