-- The list of issued certificates: the newest act first, within it by number.
create index certificate_by_act on certificate.certificate (company_id, issued_at desc, length(number), number);
