-- 启用 never had an effect: nobody signs in by a platform yet. Until then none is shown as switched on.
alter table platform.third_config no force row level security;
update platform.third_config set is_enabled = false, version = version + 1 where is_enabled;
alter table platform.third_config force row level security;
alter table platform.third_config alter column is_enabled set default false;
