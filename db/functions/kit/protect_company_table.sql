-- version 1
-- Second lock of a company table: row-level security that binds even the owner, and the rights of the server's role.
create or replace procedure kit.protect_company_table(target regclass, rights text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy company on %s for all to kaopei_app using (company_id = (select kit.company_id())) with check (company_id = (select kit.company_id()))', target);
  execute format('grant %s on %s to kaopei_app', rights, target);
end
$$;
