import { id } from '@kaopei/contract'
import { examKind, inReach, type Reach } from '@kaopei/exam/server'
import { type Db, Gathering, rowsOf, rowsOfNamed } from '@kaopei/server'
import { stoppedBy } from '@kaopei/sitting/server'
import { placesOf, usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const within = (db: Db, scope: Reach, examId: RawBuilder<unknown>) => inReach(db, scope, { examId, staffId: sql`c.staff_id` })

const examRow = z.object({
  examId: id,
  name: z.string(),
  openTime: z.date().nullable(),
  closeTime: z.date().nullable(),
  candidateCount: z.int(),
  sittingCount: z.int(),
  finishedCount: z.int(),
})
export type WatchedExamRow = z.output<typeof examRow>

/** Exams that go on or are about to, of which the caller may see somebody: first those that somebody sits, then what begins or began nearest to now. */
export function selectWatchedExams(db: Db, { scope, now }: { scope: Reach; now: Date }): Promise<WatchedExamRow[]> {
  return rowsOf(db, examRow)`
    select e.id as "examId", e.name, e.open_at as "openTime", e.close_at as "closeTime", n.*
    from exam.under_way(${db.companyId}, ${now}) e
    cross join lateral (
      select count(*)::int as "candidateCount",
        count(*) filter (where w.state in ('in_progress', 'paused', 'submitting'))::int as "sittingCount",
        count(*) filter (where w.submitted_at is not null)::int as "finishedCount"
      from exam.candidates_of(${db.companyId}, e.id) c
      left join sitting.watch_list(${db.companyId}, e.id) w on w.staff_id = c.staff_id
      where ${within(db, scope, sql`e.id`)}
    ) n
    where n."candidateCount" > 0
    order by n."sittingCount" > 0 desc, abs(extract(epoch from e.open_at - ${now})) nulls last, e.id
  `
}

const headRow = z.object({ name: z.string(), closeTime: z.date().nullable(), hasRooms: z.boolean() })

export async function findWatchedExam(
  db: Db,
  { examId, now }: { examId: string; now: Date },
): Promise<z.output<typeof headRow> | undefined> {
  const [exam] = await rowsOfNamed(db, 'proctoring_watched_exam', headRow)`
    select e.name, e.close_at as "closeTime",
      exists (select from (${usesOf(db, examKind)}) u where u."ownerId" = e.id) as "hasRooms"
    from exam.under_way(${db.companyId}, ${now}) e
    where e.id = ${examId}
  `
  return exam
}

const watchedRow = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  roomName: z.string().nullable(),
  seat: z.string().nullable(),
  attemptId: id.nullable(),
  state: z.string(),
  dueAt: z.date().nullable(),
  submittedAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  heardAt: z.date().nullable(),
  absences: z.int(),
  awayMs: z.int(),
  isOverLimit: z.boolean(),
  /** Somebody has dealt with as many absences as there are. */
  isHandled: z.boolean(),
  /** What stops the clock now, of whoever is paused. */
  stoppedBy: z.array(z.enum(['act', 'incident', 'break', 'reopen'])),
  unread: z.int(),
  callText: z.string().nullable(),
  callAt: z.date().nullable(),
})
export type WatchedRow = z.output<typeof watchedRow>

export interface Watching {
  readonly examId: string
  readonly scope: Reach
  /** Only who changed since. */
  readonly since?: Date | undefined
  readonly attemptIds?: readonly string[]
}

export function selectWatched(db: Db, { examId, scope, since, attemptIds }: Watching): Promise<WatchedRow[]> {
  // The text depends on these alone, but for the departments of a scope.
  const name = `proctoring_watched_${scope.kind}_${since ? 'changed' : 'all'}_${attemptIds ? 'some' : 'each'}`
  const read = scope.kind === 'some' ? rowsOf(db, watchedRow) : rowsOfNamed(db, name, watchedRow)
  const candidates = sql`exam.candidates_of(${db.companyId}, ${examId}) c`
  // Of so many joins the first ones are made first: the few who changed before everybody's names.
  const watched =
    since === undefined
      ? sql`${candidates} left join sitting.watch_list(${db.companyId}, ${examId}) w on w.staff_id = c.staff_id`
      : sql`sitting.watch_changes(${db.companyId}, ${examId}, ${since}) w join ${candidates} on c.staff_id = w.staff_id`
  return read`
    select c.staff_id as "staffId", s.name, d.name as department, p."roomName", coalesce(p."realSeat", p.seat) as seat,
      w.attempt_id as "attemptId", coalesce(w.state, 'assigned') as state,
      w.due_at as "dueAt", w.submitted_at as "submittedAt", w.started_at as "startedAt", w.heard_at as "heardAt",
      coalesce(w.absences, 0) as absences, coalesce(w.away_ms, 0)::float8 as "awayMs", coalesce(w.is_over_limit, false) as "isOverLimit",
      coalesce(h.absences = w.absences and h.is_over_limit = w.is_over_limit, false) as "isHandled",
      case when w.state = 'paused' then ${stoppedBy(db, sql`w.attempt_id`)} else '{}' end as "stoppedBy",
      coalesce(w.unread, 0) as unread, w.call_text as "callText", w.call_at as "callAt"
    from ${watched}
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = coalesce(c.department_id, s.department_id)
    left join (${placesOf(db, { kind: examKind, id: examId })}) p on p."staffId" = c.staff_id
    left join proctoring.handled h on h.company_id = ${db.companyId} and h.attempt_id = w.attempt_id
    where ${within(db, scope, sql`${examId}::uuid`)}
      and ${attemptIds === undefined ? sql`true` : sql`w.attempt_id = any(${attemptIds}::uuid[])`}
    order by s.name, c.staff_id
  `
}

interface Refresh {
  readonly db: Db
  readonly watching: Watching & { readonly since: Date }
}

/** Many watch one exam and ask every few seconds: who waits while others are answered is answered with them, by what changed since the earliest. */
const refreshing = new Gathering<Refresh, WatchedRow[]>({
  most: 1000,
  run: async (calls) => {
    const [first, ...others] = calls
    if (!first) return []
    const { db, watching } = first
    const earliest = others.reduce(
      (since, other) => (other.watching.since < since ? other.watching.since : since),
      watching.since,
    )
    const rows = await selectWatched(db, { ...watching, since: earliest })
    return calls.map(() => rows)
  },
})

/** Of an exam everybody within reach, or only who changed since; rarely a few more. Who reaches the same people shares the answer. */
export function watchExam(db: Db, { since, ...watching }: Watching): Promise<readonly WatchedRow[]> {
  if (since === undefined) return selectWatched(db, watching)
  const party = JSON.stringify([db.companyId, watching.examId, watching.scope])
  return refreshing.ask(party, { db, watching: { ...watching, since } })
}

/** As many absences as there are now of each. */
export async function upsertHandled(
  db: Db,
  rows: readonly Pick<WatchedRow, 'attemptId' | 'absences' | 'isOverLimit'>[],
  { byId, now }: { byId: string; now: Date },
): Promise<void> {
  await sql`
    insert into proctoring.handled (company_id, attempt_id, absences, is_over_limit, by_id, at)
    select ${db.companyId}, g."attemptId", g.absences, g."isOverLimit", ${byId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("attemptId" uuid, absences integer, "isOverLimit" boolean)
    order by g."attemptId"
    on conflict (company_id, attempt_id) do update
    set absences = excluded.absences, is_over_limit = excluded.is_over_limit, by_id = excluded.by_id, at = excluded.at`.execute(
    db,
  )
}

const absenceRow = z.object({
  kind: z.enum(['hidden', 'fullScreen', 'focus', 'left']),
  beginTime: z.date().nullable(),
  milliseconds: z.int(),
  isGoingOn: z.boolean(),
  why: z.string().nullable(),
})

export function selectAbsences(db: Db, attemptId: string): Promise<z.output<typeof absenceRow>[]> {
  return rowsOf(db, absenceRow)`
    select l.kind, l.began as "beginTime", l.ms::float8 as milliseconds, l.is_open as "isGoingOn", l.why
    from sitting.list_absences(${db.companyId}, ${attemptId}) l
    order by l.began nulls last
  `
}
