-- version 2
-- The roles are looked up once: without `offset 0` the planner would draw their query into both of its uses.
create or replace function identity.grants_of(of_company uuid, of_account uuid) returns table (is_admin boolean, menus jsonb, rights text[])
language sql stable as $$
  select
    exists (
      select from identity.role_account direct
      join identity.role r on r.company_id = direct.company_id and r.id = direct.role_id
      where direct.company_id = of_company and direct.account_id = of_account and r.code = 'admin'),
    coalesce((
      select jsonb_agg(jsonb_build_object('menu', granted.menu, 'scope', granted.scope, 'departmentIds', granted.scope_department_ids))
      from identity.role_menu granted
      where granted.company_id = of_company and granted.role_id = any (held.ids)), '[]'),
    array(
      select distinct granted.right_code
      from identity.role_right granted
      where granted.company_id = of_company and granted.role_id = any (held.ids))
  from (
    select array(
      select direct.role_id
      from identity.role_account direct
      where direct.company_id = of_company and direct.account_id = of_account
      union
      select through.role_id
      from identity.group_member m
      join identity.role_group through on through.company_id = m.company_id and through.group_id = m.group_id
      where m.company_id = of_company and m.staff_id = of_account) as ids offset 0) held
$$;
