create view files.object_card with (security_invoker = true) as
select company_id, id, name, size_bytes, expires_at
from files.object;
comment on view files.object_card is 'Door: what stored files are called, how large they are and until when they are kept.';

create view files.storage_used with (security_invoker = true) as
select company_id, greatest(sum(size_bytes), 0)::bigint as size_bytes
from files.usage
group by company_id;
comment on view files.storage_used is 'Door: what a company''s files take, the promised ones too. No row: nothing yet.';

grant select on files.object_card, files.storage_used to kaopei_app;
grant select on files.storage_used to kaopei_search;
