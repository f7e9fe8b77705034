-- How long a task is, is its courseware's to say: what was written down with a film that was still converted stayed 0.
alter table course.task drop column length_seconds, drop column page_count;
