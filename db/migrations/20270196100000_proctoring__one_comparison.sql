-- Of an exam one comparison counts: two that ended at once left both, and what the older one named stayed suspected.
delete from proctoring.comparison older
using proctoring.comparison newer
where newer.company_id = older.company_id and newer.exam_id = older.exam_id and newer.id > older.id;

create unique index comparison_of_exam on proctoring.comparison (company_id, exam_id);
drop index proctoring.comparison_by_exam;
