-- Parts of a package that only show something: they say nothing, and are complete when they are opened.
alter table courseware.package_part add column is_asset boolean not null default false;
comment on column courseware.package_part.is_asset is 'By its manifest an asset: it never tells that it is complete.';
