-- Sweeps ask for the projects of every company whose time is over or that write to people.
grant usage on schema training to kaopei_search;
create policy sweep on training.project for select to kaopei_search using (true);
grant select (company_id, id, status, removed_at, begin_at, end_at, ended_at, notify_join, notify_begin, notify_end) on training.project
  to kaopei_search;
