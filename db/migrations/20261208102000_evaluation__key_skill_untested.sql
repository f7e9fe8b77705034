-- A key skill that nothing measured is neither enough nor below.
alter table evaluation.post_result
  drop constraint post_result_verdict_check,
  add constraint post_result_verdict_check check (verdict in ('enough', 'untested', 'below', 'short', 'none'));
