-- What rooms other than org read of people: these views alone. They run with the rights and under the policies of whoever asks, and are taken apart by
-- the planner, so a query through them is planned as one on the tables.
create view org.person with (security_invoker = true) as
select company_id, id, name, job_number, login_account, phone, email, login_key, email_key, gender, staff_source, department_id, post_id, rank_id,
  entry_date, is_enabled, removed_at, created_at, version
from org.staff;
comment on view org.person is 'Door: people, removed ones too. Contacts go out to people through contact-sight alone.';

create view org.person_department with (security_invoker = true) as
select company_id, staff_id, department_id, is_main, since, until
from org.staff_department;
comment on view org.person_department is 'Door: who belongs to which department, the main one and others beside it, from when until when.';

create view org.person_label with (security_invoker = true) as
select company_id, staff_id, label_id
from org.staff_label;
comment on view org.person_label is 'Door: labels of people.';

create view org.department_tree with (security_invoker = true) as
select company_id, id, parent_id, name, path, path_end, removed_at
from org.department;
comment on view org.department_tree is 'Door: departments, removed ones too. What stands below one: path >= its path and path < its path_end.';

create view org.post_name with (security_invoker = true) as
select company_id, id, name
from org.post;
comment on view org.post_name is 'Door: what posts are called.';

create view org.rank_name with (security_invoker = true) as
select company_id, id, name
from org.rank;
comment on view org.rank_name is 'Door: what ranks are called.';

create view org.label_name with (security_invoker = true) as
select company_id, id, name
from org.label;
comment on view org.label_name is 'Door: what labels are called.';

grant select on org.person, org.person_department, org.person_label, org.department_tree, org.post_name, org.rank_name, org.label_name to kaopei_app;
