-- What the owner of an attempt asks of the browser (keys of Safe Exam Browser; {}: nothing), and how the sheet is shown to this person (font, timer,
-- screen reader, breaks; {}: as to everybody). Both are terms.
alter table sitting.attempt
  add column safe_keys jsonb not null default '{}',
  add column comfort jsonb not null default '{}',
  add constraint attempt_safe_keys_check check (jsonb_typeof(safe_keys) = 'object'),
  add constraint attempt_comfort_check check (jsonb_typeof(comfort) = 'object');

-- The sweep that ends breaks sees which pauses there are.
create policy sweep on sitting.attempt_pause for select to kaopei_search using (true);
grant select (company_id, attempt_id, source, until_at) on sitting.attempt_pause to kaopei_search;
