-- An announcement to everybody or to a room holds for whoever comes later too, within the reach of whoever made it. Null: for those alone to whom it
-- went (people by name, and announcements of before).
alter table exam.announcement
  add column holds_for jsonb check (holds_for is null or audience <> 'people');
create index announcement_holding on exam.announcement (company_id, exam_id, id) where holds_for is not null;
grant delete on exam.announced to kaopei_app;
create policy sweep on exam.announcement for select to kaopei_search using (true);
grant select (company_id, exam_id, holds_for) on exam.announcement to kaopei_search;
