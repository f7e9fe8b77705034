-- version 1
-- What is arranged for each of an exam's candidates beside their times, as `candidatePolicy` has it.
create or replace function exam.own_policies(given_company uuid, given_exam uuid) returns table (staff_id uuid, stored jsonb)
language sql stable parallel safe as $$
  select p.staff_id, jsonb_build_object('isWithoutCamera', p.is_without_camera, 'isScreenReader', p.is_screen_reader, 'fontPercent', p.font_percent,
    'timerMinutes', p.timer_minutes, 'breakCount', p.break_count, 'breakMinutes', p.break_minutes)
  from exam.candidate_policy p
  where p.company_id = given_company and p.exam_id = given_exam
$$;
grant execute on function exam.own_policies(uuid,uuid) to kaopei_app;
