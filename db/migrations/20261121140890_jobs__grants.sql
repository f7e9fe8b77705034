-- What whoever asked for a job was allowed to see and do when they asked. A job keeps the reach of that moment, so it runs again only for somebody
-- who is allowed the same still. Jobs from before are not run again.
alter table jobs.background_job add column grants text;
