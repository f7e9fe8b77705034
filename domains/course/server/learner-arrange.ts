/** Learners for tests, straight as rows: enrolled, with players opened. */
import { randomUUID } from 'node:crypto'

interface Owner {
  readonly rows: (text: string, values: unknown[]) => Promise<unknown>
}

interface Whose {
  readonly companyId: string
  readonly courseId: string
  readonly staffId: string
}

export async function arrangeLearner(owner: Owner, { companyId, courseId, staffId }: Whose): Promise<void> {
  await owner.rows('insert into course.enrolment (company_id, course_id, staff_id, is_by_hand) values ($1, $2, $3, true)', [
    companyId,
    courseId,
    staffId,
  ])
}

export interface MediaWish {
  readonly taskId: string
  /** 2, a film. */
  readonly coursewareType?: number
  readonly lengthSeconds?: number
  readonly pageCount?: number
  /** Of a micro-course. */
  readonly filmStarts?: readonly number[]
  readonly openedAt: Date
}

export interface ArrangedMedia {
  readonly session: string
}

/** The task was opened: what it is made of is fixed, and a player may report. Opened again, it has another player. */
export async function arrangeMedia(owner: Owner, whose: Whose, wish: MediaWish): Promise<ArrangedMedia> {
  const session = randomUUID()
  const { companyId, courseId, staffId } = whose
  await owner.rows(
    `insert into course.media_progress
       (company_id, staff_id, course_id, task_id, courseware_version_id, courseware_type, length_seconds, page_count, begun_at, last_at, film_starts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
     on conflict do nothing`,
    [
      ...[companyId, staffId, courseId, wish.taskId, randomUUID(), wish.coursewareType ?? 2],
      ...[wish.lengthSeconds ?? 0, wish.pageCount ?? 0, wish.openedAt, wish.filmStarts ?? null],
    ],
  )
  await owner.rows(
    `insert into course.learn_session (company_id, staff_id, id, course_id, task_id, begun_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [companyId, staffId, session, courseId, wish.taskId, wish.openedAt],
  )
  return { session }
}
