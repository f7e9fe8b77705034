import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface Whose {
  readonly examId: string
  readonly staffId: string
}

export const mostCameras = 900

/** False: this person has let in phones so often that there is no number left. */
export async function insertInvitation(
  db: Db,
  { examId, staffId }: Whose,
  { codeHash, now }: { codeHash: string; now: Date },
): Promise<boolean> {
  // One after the other: two pages of one person.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`proctoring.camera/${examId}/${staffId}`}, 0))`.execute(db)
  const made = await changesOf(db)`
    insert into proctoring.camera (company_id, exam_id, staff_id, number, code_hash, invited_at)
    select ${db.companyId}, ${examId}, ${staffId}, coalesce(max(number), 0) + 1, ${codeHash}, ${now}
    from proctoring.camera
    where company_id = ${db.companyId}
      and exam_id = ${examId}
      and staff_id = ${staffId}
    having coalesce(max(number), 0) < ${mostCameras}`
  return made > 0
}

const redeemedRow = z.object({ id, examId: id, digits: z.string() })

/** Once: whoever comes second with the same code gets nothing. */
export function redeemInvitation(
  db: Db,
  redeeming: { codeHash: string; device: string; digits: string; since: Date; now: Date },
): Promise<z.output<typeof redeemedRow> | undefined> {
  const { codeHash, device, digits, since, now } = redeeming
  return findOne(db, redeemedRow)`
    update proctoring.camera c
    set asked_at = ${now}, device = ${device}, digits = ${digits}, heard_at = ${now}
    where c.company_id = ${db.companyId}
      and c.code_hash = ${codeHash}
      and c.asked_at is null
      and c.invited_at > ${since}
      and not exists (
        select from proctoring.camera later
        where later.company_id = c.company_id and later.exam_id = c.exam_id and later.staff_id = c.staff_id and later.number > c.number
      )
    returning c.id, c.exam_id as "examId", c.digits`
}

const cameraRow = z.object({
  id,
  examId: id,
  staffId: id,
  number: z.int(),
  digits: z.string().nullable(),
  device: z.string().nullable(),
  askedAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  heardAt: z.date().nullable(),
  battery: z.int().nullable(),
  waiting: z.int().nullable(),
})
export type CameraRow = z.output<typeof cameraRow>

const columns = sql`
  id, exam_id as "examId", staff_id as "staffId", number, digits, device, asked_at as "askedAt", confirmed_at as "confirmedAt",
  ended_at as "endedAt", heard_at as "heardAt", battery, waiting`

/** Those that live: the phone that films, and one that asks to take its place. */
export function livingCameras(db: Db, { examId, staffId }: Whose): Promise<CameraRow[]> {
  return rowsOf(db, cameraRow)`
    select ${columns}
    from proctoring.camera
    where company_id = ${db.companyId}
      and exam_id = ${examId}
      and staff_id = ${staffId}
      and asked_at is not null
      and ended_at is null
    order by number desc`
}

export function findCamera(db: Db, cameraId: string): Promise<CameraRow | undefined> {
  return findOne(db, cameraRow)`
    select ${columns}
    from proctoring.camera
    where company_id = ${db.companyId}
      and id = ${cameraId}`
}

/** Lets the phone in, and every other one out; or only this one out. */
export async function decideCamera(
  db: Db,
  { examId, staffId, cameraId }: Whose & { cameraId: string },
  { isOwn, now }: { isOwn: boolean; now: Date },
): Promise<boolean> {
  const found = await changesOf(db)`
    update proctoring.camera
    set confirmed_at = ${isOwn ? sql`coalesce(confirmed_at, ${now})` : sql`confirmed_at`}, ended_at = ${isOwn ? null : now}
    where company_id = ${db.companyId}
      and exam_id = ${examId}
      and staff_id = ${staffId}
      and id = ${cameraId}
      and asked_at is not null
      and ended_at is null`
  if (found === 0) return false
  if (isOwn)
    await sql`
      update proctoring.camera
      set ended_at = ${now}
      where company_id = ${db.companyId}
        and exam_id = ${examId}
        and staff_id = ${staffId}
        and id <> ${cameraId}
        and ended_at is null`.execute(db)
  return true
}

export interface Heard {
  readonly battery: number | null
  readonly waiting: number
  readonly isFilming: boolean
  readonly now: Date
}

export async function noteHeard(db: Db, cameraId: string, { battery, waiting, isFilming, now }: Heard): Promise<void> {
  await sql`
    update proctoring.camera
    set heard_at = ${now}, battery = ${battery}, waiting = ${waiting}, is_filming = ${isFilming}
    where company_id = ${db.companyId}
      and id = ${cameraId}`.execute(db)
}

const attemptRow = z.object({ attemptId: id })

/** The newest attempt of this person in the exam, where it is recorded. */
export function findRecorded(db: Db, { examId, staffId }: Whose): Promise<z.output<typeof attemptRow> | undefined> {
  return findOne(db, attemptRow)`
    select w.attempt_id as "attemptId"
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and w.exam_id = ${examId}
      and w.staff_id = ${staffId}
    order by w.started_at desc
    limit 1`
}
