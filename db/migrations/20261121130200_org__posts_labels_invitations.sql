-- Posts in groups, ranks and labels of people, several departments for each person, recovery, links of outside candidates, invitations.

create table org.post_group (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references org.post_group (company_id, id)
);
create unique index post_group_name_unique
  on org.post_group (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
create index post_group_by_parent on org.post_group (company_id, parent_id);
call kit.protect_company_table('org.post_group');

-- Names are unique in the company, because imports name posts.
create table org.post (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  group_id uuid,
  name text not null,
  code text,
  descript text not null default '',
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, group_id) references org.post_group (company_id, id),
  constraint post_name_unique unique (company_id, name)
);
create index post_by_group on org.post (company_id, group_id);
call kit.protect_company_table('org.post');

create table org.rank (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  -- the higher, the more senior
  level integer not null default 0,
  descript text not null default '',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint rank_name_unique unique (company_id, name)
);
call kit.protect_company_table('org.rank');

create table org.label (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint label_name_unique unique (company_id, name)
);
call kit.protect_company_table('org.label');

create table org.staff_label (
  company_id uuid not null,
  staff_id uuid not null,
  label_id uuid not null,
  primary key (company_id, staff_id, label_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id) on delete cascade,
  foreign key (company_id, label_id) references org.label (company_id, id) on delete cascade
);
create index staff_label_by_label on org.staff_label (company_id, label_id, staff_id);
call kit.protect_company_table('org.staff_label');

alter table org.staff
  add column post_id uuid,
  add column rank_id uuid,
  add column removed_by uuid,
  add column restored_at timestamptz,
  add column restored_by uuid,
  -- the employee whom an outside candidate has become; the candidate's results stay under the candidate's own id
  add column linked_to uuid,
  add foreign key (company_id, post_id) references org.post (company_id, id),
  add foreign key (company_id, rank_id) references org.rank (company_id, id),
  add foreign key (company_id, linked_to) references org.staff (company_id, id);

-- Posts were typed as text: each becomes a post of its company. The policies would hide all companies from an owner who is no superuser.
alter table org.staff no force row level security;
alter table org.post no force row level security;
insert into org.post (company_id, name)
select distinct company_id, trim(post) from org.staff where trim(post) <> '';
update org.staff s
set post_id = p.id
from org.post p
where p.company_id = s.company_id
  and p.name = trim(s.post);
alter table org.post force row level security;
alter table org.staff force row level security;
alter table org.staff drop column post;

create index staff_by_post on org.staff (company_id, post_id, id desc) include (department_id, is_enabled, staff_source)
  where removed_at is null and post_id is not null;
create index staff_by_rank on org.staff (company_id, rank_id, id desc) include (department_id, is_enabled, staff_source)
  where removed_at is null and rank_id is not null;
create index staff_by_entry on org.staff (company_id, entry_date, id desc) include (department_id, is_enabled, staff_source)
  where removed_at is null and entry_date is not null;
create index staff_removed on org.staff (company_id, removed_at desc, id) where removed_at is not null;
create index staff_linked on org.staff (company_id, linked_to) where linked_to is not null;

-- Beside the main department a person may belong to others; to each of them once at a time.
create unique index staff_department_once on org.staff_department (company_id, staff_id, department_id) where until is null;
create index staff_department_beside on org.staff_department (company_id, department_id, staff_id) where until is null and not is_main;

-- One-time links by which people set their first password. Only the hash of the token is kept; a newer link ends the older.
create table org.invitation (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  token_hash text not null,
  sms_address text,
  mail_address text,
  sent_by uuid not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id) on delete cascade
);
create unique index invitation_token_unique on org.invitation (token_hash);
create unique index invitation_one_open on org.invitation (company_id, staff_id) where used_at is null and revoked_at is null;
create index invitation_by_staff on org.invitation (company_id, staff_id, sent_at desc);
call kit.protect_company_table('org.invitation');

-- Which company an invited person's link belongs to: the one question that cannot be asked within a company. It answers nothing else.
grant select (company_id, token_hash) on org.invitation to kaopei_search;
create policy find_by_token on org.invitation for select to kaopei_search using (true);
create function org.company_of_invitation(wanted_hash text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select company_id from org.invitation where token_hash = wanted_hash
$$;
revoke all on function org.company_of_invitation(text) from public;
alter function org.company_of_invitation(text) owner to kaopei_search;
grant execute on function org.company_of_invitation(text) to kaopei_app;
