create view exam.kept_days with (security_invoker = true) as
select company_id, screen_film, camera_film, screen_picture, photograph, frame, check_in, appeal
from exam.recording_days;
comment on view exam.kept_days is 'Door: for how many days a company keeps recordings, by kind, and files of appeals. No row: as the product suggests.';

create view platform.used with (security_invoker = true) as
select company_id, kind, coalesce(sum(used), 0)::bigint as used
from platform.consumption_sum
group by company_id, kind;
comment on view platform.used is 'Door: how much of each kind companies have used up, from sums that are kept. No row: nothing yet.';

grant select on exam.kept_days, platform.used to kaopei_app, kaopei_search;
