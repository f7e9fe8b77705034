-- A new version is given to nobody before it can be used: until then whoever begins gets the one before it.
alter table courseware.courseware add column latest_id uuid;
update courseware.courseware set latest_id = version_id;
alter table courseware.courseware add foreign key (company_id, latest_id) references courseware.version (company_id, id) deferrable initially deferred;
comment on column courseware.courseware.version_id is 'The version that is given to whoever begins now.';
comment on column courseware.courseware.latest_id is 'The newest version; until it can be used another one is given.';
create index courseware_changed on courseware.courseware (company_id, updated_at desc, id desc) where removed_at is null;

create or replace view courseware.card with (security_invoker = true) as
select c.company_id, c.id, c.title, c.type, c.cover_file_id, c.version_id, c.removed_at, v.trans_status, v.length_seconds, v.page_count, v.number as version_number,
  -- pictures and micro-courses as they are; a conversion that ended well without changing the state: played as it was uploaded
  (c.type in (4, 5) or v.trans_status = 2 or (v.trans_status = 0 and coalesce(k.state = 'done', false))) as is_ready
from courseware.courseware c
join courseware.version v on v.company_id = c.company_id and v.id = c.version_id
left join courseware.conversion k on k.company_id = v.company_id and k.version_id = v.id;
comment on view courseware.card is 'What other rooms may read of a courseware.';

-- For the place in the queue, which goes across companies.
grant usage on schema courseware to kaopei_search;
grant select (company_id, version_id, state, queued_at) on courseware.conversion to kaopei_search;
create policy queue on courseware.conversion for select to kaopei_search using (state in ('waiting', 'running'));
-- Taken back by the file of the function, which it is made for.
grant create on schema courseware to kaopei_search;
