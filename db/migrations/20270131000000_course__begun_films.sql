-- Whoever has begun a micro-course goes on with the films in it that they began.
alter table course.media_progress add column films jsonb not null default '{}';
comment on column course.media_progress.films is 'Of a micro-course which versions of the coursewares in it somebody began, by courseware.';
update course.media_progress m
set films = f.films
from (
  select v.id, jsonb_object_agg(c.id, c.version_id) as films
  from courseware.version v
  cross join jsonb_array_elements(v.content -> 'contentList') as block
  join courseware.courseware c on c.company_id = v.company_id and c.id = (block ->> 'coursewareId')::uuid
  where v.content is not null
  group by v.id
) f
where m.courseware_type = 5 and f.id = m.courseware_version_id;
