-- The files of a courseware that was removed go some weeks later, once nobody can learn with it any more.
alter table courseware.courseware add column files_due_at timestamptz;
comment on column courseware.courseware.files_due_at is 'Of a removed one when it is next asked whether its files are needed; null afterwards: they are gone.';
update courseware.courseware
set files_due_at = now() + interval '30 days'
where removed_at is not null;
create index courseware_files_due on courseware.courseware (files_due_at) where files_due_at is not null;
create policy sweep on courseware.courseware for select to kaopei_search using (true);
grant select (company_id, id, files_due_at) on courseware.courseware to kaopei_search;

-- Uploads of which nothing was made wait a week more, as those of today do.
update files.object o
set expires_at = now() + interval '7 days'
where o.purpose = 'courseware'
  and o.state = 1
  and o.upload_id is not null
  and o.expires_at is null
  and o.created_at < now() - interval '1 day'
  and not exists (select from courseware.version v where v.company_id = o.company_id and v.file_id = o.id)
  and not exists (
    select
    from courseware.version v
    cross join jsonb_array_elements(v.content -> 'contentList') as block
    where v.company_id = o.company_id
      and v.content is not null
      and block ->> 'fileId' = o.id::text
  );
