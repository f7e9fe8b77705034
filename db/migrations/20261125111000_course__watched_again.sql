-- Which seconds somebody has watched more than once, for the heat map of a film.
alter table course.media_progress add column again int4multirange not null default '{}';
comment on column course.media_progress.again is 'Seconds that were watched once more after they had been credited; of reports since the column is there.';
