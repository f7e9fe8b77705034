-- Whoever watches asks every few seconds who was told something since, who has read it, and who called for help.
create index telling_by_change on sitting.telling (company_id, greatest(at, acknowledged_at));
create index help_call_by_change on sitting.help_call (company_id, greatest(at, ended_at));
