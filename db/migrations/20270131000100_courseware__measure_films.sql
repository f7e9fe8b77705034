-- Films in micro-courses of before their lengths were kept are measured by the worker: their headers lie in the store.
select kit.enqueue(
  'courseware.measureFilms', jsonb_build_object('companyId', v.company_id, 'payload', '{}'::jsonb), null, null, 8, 'courseware.measure:' || v.company_id
)
from (
  select distinct v.company_id
  from courseware.version v
  cross join jsonb_array_elements(v.content -> 'contentList') as block
  where v.content is not null and block ->> 'type' = '3' and block ->> 'fileId' is not null and not block ? 'lengthSeconds'
) v;
