-- The list of candidates in its order, page by page, without sorting the whole exam.
create index candidate_by_time on exam.candidate (company_id, exam_id, added_at, staff_id);
