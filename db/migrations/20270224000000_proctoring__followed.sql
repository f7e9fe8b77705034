-- Who begins elsewhere and then moves into an incident could work until they moved. The last round says who had begun by then and was not inside.
alter table proctoring.incident add column followed_at timestamptz;
comment on column proctoring.incident.followed_at is 'When it was last looked at who is in its scope; null: not since it was declared.';
