/** From where and with what the attempts of an owner were sat, and what was answered in them, for rooms that compare them. */
import { id } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const sessionRow = z.object({
  attemptId: id,
  staffId: id,
  ip: z.string().nullable(),
  device: z.string().nullable(),
  /** Where they sat then, when they were moved since. */
  formerRoomId: id.nullable(),
  formerSeat: z.string().nullable(),
})
export type SatSession = z.output<typeof sessionRow>

/** Every address and browser of every attempt, each once at each seat. */
export function satSessions(db: Db, ownerId: string): Promise<SatSession[]> {
  return rowsOf(db, sessionRow)`
    with moves as materialized (
      select a.staff_id, e.server_time as at, (e.data ->> 'beforeRoomId')::uuid as room_id, e.data ->> 'before' as seat
      from sitting.attempt a
      join sitting.attempt_event e on e.company_id = a.company_id and e.attempt_id = a.id
      where a.company_id = ${db.companyId}
        and a.owner_id = ${ownerId}
        and e.type = 'moved'
    )
    select a.id as "attemptId", a.staff_id as "staffId", e.data ->> 'ip' as ip,
      split_part(coalesce(e.data ->> 'to', e.data ->> 'device'), ':', 1) as device,
      f.room_id as "formerRoomId", f.seat as "formerSeat"
    from sitting.attempt a
    join sitting.attempt_event e on e.company_id = a.company_id and e.attempt_id = a.id
    left join lateral (
      select m.room_id, m.seat from moves m where m.staff_id = a.staff_id and m.at > e.server_time order by m.at limit 1
    ) f on true
    where a.company_id = ${db.companyId}
      and a.owner_id = ${ownerId}
      and e.type in ('start', 'deviceChange', 'addressChange')
      and a.state <> 'voided'
    group by 1, 2, 3, 4, 5, 6
    order by 1, min(e.server_time), 3, 4`
}

const answeredRow = z.object({
  attemptId: id,
  staffId: id,
  startedAt: z.date(),
  versionId: id,
  answer: answer.nullable(),
  isCorrect: z.boolean(),
})
export type ComparableAnswer = z.output<typeof answeredRow>

/** What a machine has scored: of each person the newest attempt, short answers left out. */
export function comparableAnswers(db: Db, ownerId: string): Promise<ComparableAnswer[]> {
  return rowsOf(db, answeredRow)`
    select a.id as "attemptId", a.staff_id as "staffId", a.started_at as "startedAt", i.question_version_id as "versionId", i.answer,
      i.is_correct as "isCorrect"
    from (
      select distinct on (staff_id) *
      from sitting.attempt
      where company_id = ${db.companyId}
        and owner_id = ${ownerId}
        and submitted_at is not null
        and state <> 'voided'
      order by staff_id, number desc
    ) a
    join sitting.attempt_item i on i.company_id = a.company_id and i.attempt_id = a.id
    where i.type in ${lit(questionTypeCodes.single, questionTypeCodes.multiple, questionTypeCodes.judgement, questionTypeCodes.blank, questionTypeCodes.dropdown)}
      and i.is_correct is not null
    order by a.id`
}

const timedRow = z.object({ attemptId: id, versionId: id, savedAt: z.date(), isCorrect: z.boolean() })
export type AnswerTime = z.output<typeof timedRow>

const { single, multiple, judgement, blank, dropdown } = questionTypeCodes
const scoredTypes = lit(single, multiple, judgement, blank, dropdown)

/** When each scored answer of an owner's attempts was first saved. */
export function answerTimes(db: Db, ownerId: string): Promise<AnswerTime[]> {
  return rowsOf(db, timedRow)`
    select i.attempt_id as "attemptId", i.question_version_id as "versionId", r.saved_at as "savedAt", i.is_correct as "isCorrect"
    from sitting.attempt a
    join sitting.attempt_item i on i.company_id = a.company_id and i.attempt_id = a.id
    cross join lateral (
      select min(v.server_time) as saved_at
      from sitting.answer_revision v
      where v.company_id = i.company_id
        and v.attempt_id = i.attempt_id
        and v.slot = i.slot
        and v.kind = 'save'
    ) r
    where a.company_id = ${db.companyId}
      and a.owner_id = ${ownerId}
      and a.submitted_at is not null
      and a.state <> 'voided'
      and i.type in ${scoredTypes}
      and i.is_correct is not null
      and r.saved_at is not null
    order by i.attempt_id, r.saved_at`
}
