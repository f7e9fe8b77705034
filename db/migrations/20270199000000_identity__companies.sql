-- Every request asks for the company before anything else is known: its domain, whether it is closed, its package, its clock. So its row stands with identity, at the ground,
-- where every room may ask for it; the room platform goes on managing it.
alter table platform.company set schema identity;
comment on table identity.company is 'Companies: names and looks, clock, and what was agreed with the platform. Managed by the room platform; other rooms read company_card and company_terms.';

create view identity.company_card with (security_invoker = true) as
select id, domain, name, is_platform, time_zone, is_suspended,
  is_suspended
    or coalesce(valid_until < (now() at time zone time_zone)::date, false)
    or coalesce(valid_from > (now() at time zone time_zone)::date, false) as is_closed
from identity.company;
comment on view identity.company_card is 'Door: what a company is called, whose clock it goes by, and whether it is closed: suspended, not yet begun, or over.';

create view identity.company_terms with (security_invoker = true) as
select id, is_platform, menu_package, staff_quota, storage_quota_bytes, exam_quota, measurement_quota, allows_new_phone_ranges, quiet_hours
from identity.company;
comment on view identity.company_terms is 'Door: what a company has bought and switched on, as the rooms have to keep it. No quota: without limit; no package: all menus.';

create view platform.agreement with (security_invoker = true) as
select id, domain, name, is_platform, time_zone, is_suspended, suspended_reason, valid_from, valid_until, package_id, exam_quota, measurement_quota,
  staff_quota, storage_quota_bytes, remark, created_at, version
from identity.company;
comment on view platform.agreement is 'Door: what the platform has agreed with each company, for its own screens of companies.';

-- Servers of before name the table where it was, until they have gone.
create view platform.company with (security_invoker = true) as select * from identity.company;
comment on view platform.company is 'identity.company for servers of before; nothing of today reads it.';

grant select on identity.company_card, identity.company_terms, platform.agreement to kaopei_app;
grant select, insert, update on platform.company to kaopei_app;
grant select on identity.company_card, platform.company to kaopei_search;
