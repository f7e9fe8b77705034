import { type CodeOf, id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { type Db, rowsOfPrepared, type Statement } from '@kaopei/server'
import { type AttemptState, type SafeKeys, safeKeys, stateOf } from '@kaopei/sitting/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { z } from 'zod'
import { type CandidatePolicy, candidatePolicy } from '../contract/candidate-policy.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { type RecordingDays, recordingDays, usualRecordingDays } from '../contract/recording-days.ts'
import { type StoredTimes, storedTimesShape } from './rules/override.ts'

export interface EntryAttempt {
  readonly id: string
  readonly number: number
  readonly state: AttemptState
  readonly startedAt: Date
  readonly due: Date | null
  readonly submittedAt: Date | null
}

/** An exam as one of its candidates meets it. `candidate` is null for everybody else. */
export interface EntryRow {
  readonly examId: string
  readonly version: number
  readonly name: string
  readonly information: string
  readonly openAt: Date | null
  readonly closeAt: Date | null
  readonly limitMinutes: number
  readonly status: CodeOf<typeof examStatus>
  readonly publishedAt: Date | null
  readonly settings: unknown
  readonly paperId: string
  readonly sumScoreHundredths: number
  readonly passScoreHundredths: number
  readonly candidate: {
    readonly name: string
    /** What they have instead of the exam's times. */
    readonly own: StoredTimes | null
    /** What is arranged for them beside their times. */
    readonly policy: CandidatePolicy | null
    readonly confirmedNoticeHash: string | null
    readonly confirmedNoticeAt: Date | null
    readonly isOutside: boolean
    /** Not yet, when a followed group brings somebody whom the list has not caught up with. */
    readonly isOnList: boolean
  } | null
  readonly attempts: readonly EntryAttempt[]
  /** What the browser has to show; {}: nothing. */
  readonly safeKeys: SafeKeys
  /** There is a configuration of ours to open it with. */
  readonly hasSafeConfig: boolean
  readonly recordingDays: RecordingDays
}

const storedAttemptRow = z.object({
  id,
  number: z.int(),
  state: z.string(),
  started_at: z.string(),
  due_at: z.string().nullable(),
  submitted_at: z.string().nullable(),
})

const storedEntryRow = z.object({
  exam_id: id,
  version: z.int(),
  name: z.string(),
  information: z.string(),
  admission_start_at: z.date().nullable(),
  admission_end_at: z.date().nullable(),
  duration_minutes: z.int().nullable(),
  status: examStatus.schema,
  published_at: z.date().nullable(),
  settings: z.unknown(),
  paper_id: id,
  sum_score_hundredths: z.int(),
  pass_score_hundredths: z.int(),
  candidate_name: z.string().nullable(),
  own: storedTimesShape.nullable(),
  policy: candidatePolicy.nullable(),
  confirmed_notice_hash: z.string().nullable(),
  confirmed_notice_at: z.date().nullable(),
  is_on_list: z.boolean(),
  is_outside: z.boolean().nullable(),
  attempts: z.array(storedAttemptRow),
  safe_keys: safeKeys,
  has_safe_config: z.boolean(),
  recording_days: recordingDays.nullable(),
})
type StoredEntry = z.output<typeof storedEntryRow>

const hasBegun = `exists (
  select from sitting.standing a where a.company_id = c.company_id and a.owner_id = c.exam_id and a.staff_id = c.staff_id)`

/**
 * The list follows its groups a moment later; who may enter is decided by the groups themselves. Whoever was chosen or has begun stays, and from the
 * close on the list stands. Somebody not on the list comes by a group that was attached without a limit of people; otherwise the list decides.
 */
const isCandidate = `case
  when c.is_chosen then true
  when c.staff_id is not null and (e.admission_end_at <= now() or ${hasBegun}) then true
  when e.admission_end_at <= now() then false
  else exists (
    select
    from exam.exam_group g
    join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = s.id
    where g.company_id = e.company_id and g.exam_id = e.id and g.mode = ${attachMode.live} and (c.staff_id is not null or g.scope is null)
  )
end`

const entryColumns = `
  e.id as exam_id, e.version, e.name, e.information, e.admission_start_at, e.admission_end_at, e.duration_minutes, e.status,
  e.published_at, e.settings, e.paper_id, e.sum_score_hundredths, e.pass_score_hundredths,
  own.stored as own, policy.stored as policy,
  c.confirmed_notice_hash, c.confirmed_notice_at, c.staff_id is not null as is_on_list,
  s.staff_source = ${staffSource.outside} as is_outside,
  case when ${isCandidate} then s.name end as candidate_name,
  coalesce((
    select jsonb_strip_nulls(jsonb_build_object(
      'config', case when b.config_key is not null or b.pasted_keys <> '{}' then to_jsonb(array_remove(b.config_key || b.pasted_keys, null)) end,
      'request', case when b.browser_keys <> '{}' then to_jsonb(b.browser_keys) end))
    from exam.safe_browser b
    where b.company_id = e.company_id and b.exam_id = e.id and b.is_required
  ), '{}') as safe_keys,
  exists (
    select from exam.safe_browser b
    where b.company_id = e.company_id and b.exam_id = e.id and b.is_required and b.config is not null
  ) as has_safe_config,
  (
    select jsonb_build_object('screenFilm', d.screen_film, 'cameraFilm', d.camera_film, 'screenPicture', d.screen_picture,
      'photograph', d.photograph, 'checkIn', d.check_in, 'frame', d.frame, 'appeal', d.appeal, 'pack', d.pack)
    from exam.recording_days d
    where d.company_id = e.company_id
  ) as recording_days,
  coalesce((
    select json_agg(json_build_object('id', a.id, 'number', a.number, 'state', a.state, 'started_at', a.started_at,
      'due_at', a.due_at, 'submitted_at', a.submitted_at) order by a.number)
    from sitting.standing a
    where a.company_id = e.company_id
      and a.owner_id = e.id
      and a.staff_id = s.id
  ), '[]') as attempts`

const findEntryStatement: Statement = {
  name: 'exam_find_entry',
  text: `
    select ${entryColumns}
    from exam.exam e
    left join exam.candidate c on c.company_id = e.company_id and c.exam_id = e.id and c.staff_id = $3
    left join org.person s on s.company_id = e.company_id and s.id = $3
    left join exam.own_times($1, $2) own on own.staff_id = $3
    left join exam.own_policies($1, $2) policy on policy.staff_id = $3
    where e.company_id = $1
      and e.id = $2
      and e.removed_at is null`,
}

/** The exam with the person's standing in it; undefined when the company has no such exam. */
export async function findEntry(db: Db, examId: string, staffId: string): Promise<EntryRow | undefined> {
  const [row] = await rowsOfPrepared(db, storedEntryRow, findEntryStatement, [db.companyId, examId, staffId])
  return row && entryOf(row)
}

const ownEntries = `
    from (
      select exam_id from exam.candidate where company_id = $1 and staff_id = $2
      union
      select g.exam_id
      from usergroup.member m
      join exam.exam_group g on g.company_id = m.company_id and g.group_id = m.group_id and g.mode = ${attachMode.live}
      where m.company_id = $1 and m.staff_id = $2
    ) mine
    join exam.listed e on e.company_id = $1 and e.id = mine.exam_id
    join org.person s on s.company_id = $1 and s.id = $2
    left join exam.candidate c on c.company_id = $1 and c.exam_id = e.id and c.staff_id = s.id
    left join lateral exam.own_times($1, e.id) own on own.staff_id = $2
    left join lateral exam.own_policies($1, e.id) policy on policy.staff_id = $2
    where ${isCandidate}
      and e.status <> ${examStatus.draft}
      and e.removed_at is null`

const listEntriesStatement: Statement = {
  name: 'exam_list_entries',
  text: `
    select ${entryColumns}
    ${ownEntries}
    order by
      exists (
        select from sitting.standing a
        where a.company_id = e.company_id and a.owner_id = e.id and a.staff_id = s.id and a.state in ('in_progress', 'paused', 'submitting')
      ) desc,
      e.admission_end_at is null or e.admission_end_at > now() desc,
      coalesce(e.admission_start_at, e.created_at) desc,
      e.id desc
    limit $3 offset $4`,
}

const countEntriesStatement: Statement = { name: 'exam_count_entries', text: `select count(*)::int as count ${ownEntries}` }
const countRow = z.object({ count: z.int() })

/** Exams that the person is a candidate of: what is under way first, then what is not over, the newest first. Drafts are nobody's yet. */
export async function listEntries(
  db: Db,
  staffId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<EntryRow[]> {
  const rows = await rowsOfPrepared(db, storedEntryRow, listEntriesStatement, [db.companyId, staffId, limit, offset])
  return rows.map(entryOf)
}

export async function countEntries(db: Db, staffId: string): Promise<number> {
  const [row] = await rowsOfPrepared(db, countRow, countEntriesStatement, [db.companyId, staffId])
  return row?.count ?? 0
}

function entryOf(row: StoredEntry): EntryRow {
  return {
    examId: row.exam_id,
    version: row.version,
    name: row.name,
    information: row.information,
    openAt: row.admission_start_at,
    closeAt: row.admission_end_at,
    limitMinutes: row.duration_minutes ?? 0,
    status: row.status,
    publishedAt: row.published_at,
    settings: row.settings,
    paperId: row.paper_id,
    sumScoreHundredths: row.sum_score_hundredths,
    passScoreHundredths: row.pass_score_hundredths,
    candidate:
      row.candidate_name === null
        ? null
        : {
            name: row.candidate_name,
            own: row.own,
            policy: row.policy,
            confirmedNoticeHash: row.confirmed_notice_hash,
            confirmedNoticeAt: row.confirmed_notice_at,
            isOutside: row.is_outside ?? false,
            isOnList: row.is_on_list,
          },
    safeKeys: row.safe_keys,
    hasSafeConfig: row.has_safe_config,
    recordingDays: row.recording_days ?? usualRecordingDays,
    attempts: row.attempts.map(({ id, number, state, started_at, due_at, submitted_at }) => ({
      id,
      number,
      state: stateOf(state),
      startedAt: new Date(started_at),
      due: due_at === null ? null : new Date(due_at),
      submittedAt: submitted_at === null ? null : new Date(submitted_at),
    })),
  }
}

export async function updateConfirmedNotice(
  db: Db,
  { examId, staffId, hash, now }: { examId: string; staffId: string; hash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('exam.candidate')
    .set({ confirmed_notice_hash: hash, confirmed_notice_at: now })
    .where('company_id', '=', db.companyId)
    .where('exam_id', '=', examId)
    .where('staff_id', '=', staffId)
    .execute()
}
