-- Days of keeping count from the result. Whoever sat before was told of days from the beginning, and those stay.
alter table proctoring.watch
  add column from_result boolean not null default false;
comment on column proctoring.watch.from_result is 'whether the days of keeping count from the result, as the candidate has read; otherwise from the beginning';

grant select (from_result) on proctoring.watch to kaopei_search;
