-- Groups give roles, so every request asks who is in which: the rows stand with identity, as those of roles do. The room usergroup goes on managing them.
alter table usergroup.member set schema identity;
alter table identity.member rename to group_member;
comment on table identity.group_member is 'Who is in which group, written down for groups of both kinds. Managed by the room usergroup; other rooms read usergroup.member.';

-- Under the name and with the columns of before: servers of before go on, writing too.
create view usergroup.member with (security_invoker = true) as
select company_id, group_id, staff_id, since
from identity.group_member;
comment on view usergroup.member is 'Door: who is in which group now, chosen by hand or by a rule, and since when. Removed people stay, those of removed groups do not.';

create view usergroup.group_card with (security_invoker = true) as
select company_id, id, name, descript, kind, staff_count, removed_at
from usergroup.staff_group;
comment on view usergroup.group_card is 'Door: what groups are called, which kind they are of, how many are in them; removed ones too.';

create view identity.group_role with (security_invoker = true) as
select company_id, group_id, role_id
from identity.role_group;
comment on view identity.group_role is 'Door: which roles come with which group.';

create view identity.held_role with (security_invoker = true) as
select held.company_id, held.account_id, r.id as role_id, r.name, r.code, r.created_at
from identity.role_account held
join identity.role r on r.company_id = held.company_id and r.id = held.role_id;
comment on view identity.held_role is 'Door: the roles that people hold themselves, not by a group. Code admin: everything of the company''s package.';

create view identity.account_state with (security_invoker = true) as
select company_id, id, login_account, is_enabled, removed_at, locked_until, last_login_at
from identity.account;
comment on view identity.account_state is 'Door: whether accounts may log in, and when they last did.';

grant select on usergroup.group_card, identity.group_role, identity.held_role, identity.account_state to kaopei_app;
grant select, insert, delete on usergroup.member to kaopei_app;
