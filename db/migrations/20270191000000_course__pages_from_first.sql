-- What somebody saw first of a document became the beginning of its array: read as JSON, it was taken for the first page.
update course.media_progress p
set page_seconds[1] = null
where array_lower(p.page_seconds, 1) > 1;
