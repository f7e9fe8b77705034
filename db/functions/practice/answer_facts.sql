-- version 2
-- Holds the learner until the transaction ends, and then reads everything that decides about an answer: what an answer before it has written is seen.
-- No row: nobody has practised by this id, or there is no such item in a round of theirs.
create or replace function practice.answer_facts(given_company uuid, given_staff uuid, given_run uuid, given_item integer, given_seq integer)
returns table(mode smallint, practice_id uuid, time_zone text, item_count integer, answered_count integer, passed_count integer, right_count integer,
  own_count integer, is_result_hidden boolean, begun_at timestamptz, finished_at timestamptz, end_at timestamptz, ended_at timestamptz,
  is_followed boolean, question_id uuid, version_id uuid, rule_version_id uuid, max_hundredths integer, item_practice_id uuid, last_seq integer,
  counted_right boolean, is_own boolean, is_passed boolean, item_answered_at timestamptz, may_result boolean, may_answer boolean, may_analysis boolean,
  retention_percent integer, leave_streak integer, leave_days integer, is_offered boolean, known_answer jsonb, known_score integer, known_right boolean,
  last_answer jsonb, memory practice.memory)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  perform from practice.learner l where l.company_id = given_company and l.staff_id = given_staff for no key update;
  if not found then
    return;
  end if;
  return query
  select r.mode, r.practice_id, r.time_zone, r.item_count, r.answered_count, r.passed_count, r.right_count, r.own_count, r.is_result_hidden,
    r.begun_at, r.finished_at, p.end_at, p.ended_at, coalesce(p.is_followed, false), i.question_id, i.version_id, i.rule_version_id,
    i.max_hundredths, i.practice_id, i.last_seq, i.counted_right, i.is_own, i.passed_at is not null, i.answered_at,
    coalesce(ip.permit_view_result, true), coalesce(ip.permit_view_answer, true), coalesce(ip.permit_view_analysis, true),
    coalesce(y.retention_percent, 90)::integer, coalesce(y.leave_streak, 3)::integer, coalesce(y.leave_days, 2)::integer, o.id is not null,
    k.answer, k.score_hundredths, k.is_right, l.answer, m
  from practice.run r
  join practice.run_item i on i.company_id = r.company_id and i.run_id = r.id and i.number = given_item
  left join practice.practice p on p.company_id = r.company_id and p.id = r.practice_id
  left join practice.practice ip on ip.company_id = i.company_id and ip.id = i.practice_id
  left join practice.policy y on y.company_id = r.company_id
  left join practice.answer k on k.company_id = i.company_id and k.run_id = i.run_id and k.number = i.number and k.seq = given_seq
  left join practice.answer l on l.company_id = i.company_id and l.run_id = i.run_id and l.number = i.number and l.seq = i.last_seq
  left join practice.memory m on m.company_id = r.company_id and m.staff_id = r.staff_id and m.question_id = i.question_id
  left join question.card o on o.company_id = i.company_id and o.id = i.question_id and o.status = 1 and o.removed_at is null
  where r.company_id = given_company
    and r.id = given_run
    and r.staff_id = given_staff;
end
$$;
grant execute on function practice.answer_facts(uuid,uuid,uuid,integer,integer) to kaopei_app;
