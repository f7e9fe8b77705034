-- A micro-course whose films may not be skipped through is held to it by what counts, of each film by itself: where it begins among the seconds of all.
alter table course.media_progress add column film_starts integer[];
comment on column course.media_progress.film_starts is 'Of a micro-course where each of its films begins; null where it was opened before this was kept.';
