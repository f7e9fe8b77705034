import { randomUUID } from 'node:crypto'
import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, hasRows, lit, oneOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { composeStatus } from '../../contract/review.ts'
import { ofAllKinds } from '../retention/retention.sql.ts'
import { kindOf } from '../rules/keeping.ts'

const composing = lit(composeStatus.composing)

const filmRow = z.object({ companyId: id, attemptId: id, source: source.schema })
export type FilmName = z.output<typeof filmRow>

export function filmsWaiting(db: Db, now: Date, most: number): Promise<FilmName[]> {
  return rowsOf(db, filmRow)`
    select company_id as "companyId", attempt_id as "attemptId", source
    from proctoring.films_waiting(${now}, ${most})`
}

export function filmsUnseen(db: Db, since: Date, most: number): Promise<FilmName[]> {
  return rowsOf(db, filmRow)`
    select company_id as "companyId", attempt_id as "attemptId", source
    from proctoring.films_unseen(${since}, ${most})`
}

/** Whether a server has said within the last seconds that it has much to do. */
export function isSomeServerBusy(db: Db, since: Date): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.server_load
    where told_at > ${since}
      and level >= 4
    limit 1`
}

const claimRow = z.object({ claim: z.uuid(), tries: z.int(), edition: z.int(), startedAt: z.date() })
export type Claim = z.output<typeof claimRow>

/** Undefined: another worker has it, or there is nothing to do any more. A claim whose worker was silent for long is taken over. */
export function claimFilm(db: Db, { attemptId, source: of }: FilmName, now: Date): Promise<Claim | undefined> {
  return findOne(db, claimRow)`
    update proctoring.film f
    set state = ${composing}, claim = ${randomUUID()}, tries = f.tries + 1, reason = null, changed_at = ${now}
    from proctoring.watch w
    where f.company_id = ${db.companyId}
      and f.attempt_id = ${attemptId}
      and f.source = ${of}
      and (f.state = ${lit(composeStatus.waiting)} or f.state = ${composing} and f.changed_at < ${new Date(now.getTime() - 120_000)})
      and w.company_id = f.company_id
      and w.attempt_id = f.attempt_id
    returning f.claim, f.tries, f.edition, w.started_at as "startedAt"`
}

/** False: the claim is not held any more. */
export async function keepClaim(db: Db, { attemptId, source: of }: FilmName, claim: string, now: Date): Promise<boolean> {
  const kept = await changesOf(db)`
    update proctoring.film
    set changed_at = ${now}
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and source = ${of}
      and claim = ${claim}
      and state = ${composing}`
  return kept > 0
}

export interface Finished {
  readonly claim: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly edition: number
  readonly beginsAt: Date
  readonly pieceCount: number
  readonly unreadableCount: number
  readonly now: Date
}

/** Ready, unless a piece came meanwhile: then it waits again. False: that, or the claim is not held any more, or its recordings have been deleted. */
export async function finishFilm(db: Db, name: FilmName, finished: Finished): Promise<boolean> {
  const { claim, contentType, sizeBytes, edition, beginsAt, pieceCount, unreadableCount, now } = finished
  if ((await countPieces(db, name)) !== pieceCount || (await isDeleted(db, name))) return false
  const written = await changesOf(db)`
    update proctoring.film
    set state = ${lit(composeStatus.ready)}, claim = null, tries = 0, asked_at = null, reason = null, content_type = ${contentType}, size_bytes = ${sizeBytes},
      edition = ${edition}, begins_at = ${beginsAt}, piece_count = ${pieceCount}, unreadable_count = ${unreadableCount}, changed_at = ${now}
    where company_id = ${db.companyId}
      and attempt_id = ${name.attemptId}
      and source = ${name.source}
      and claim = ${claim}
      and state = ${composing}`
  return written > 0
}

const countRow = z.object({ count: z.int() })

/** Locks the attempt's recordings: pieces that come now wait, and find the film's state as it is then. */
async function countPieces(db: Db, { attemptId, source: of }: FilmName): Promise<number> {
  const locked = await findOne(db, z.object({ startedAt: z.date() }))`
    select started_at as "startedAt"
    from proctoring.watch
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    for no key update`
  const { count } = await oneOf(db, countRow)`
    select count(*)::int as count
    from proctoring.piece
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and started_at = ${locked?.startedAt ?? null}
      and source = ${of}
      and kind = 'film'`
  return count
}

/** What is deleted leaves no film behind that was being made of it. */
function isDeleted(db: Db, { attemptId, source: of }: FilmName): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.deletion
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and kind in (${ofAllKinds}, ${kindOf({ source: of, kind: 'composed' })})
    limit 1`
}

/** Back into the queue, or failed for good where `reason` says why. */
export async function giveUpFilm(
  db: Db,
  { attemptId, source: of }: FilmName,
  { claim, reason, isCounted, now }: { claim: string; reason: string | null; isCounted: boolean; now: Date },
): Promise<void> {
  await changesOf(db)`
    update proctoring.film
    set state = ${reason === null ? 0 : 3}, claim = null, reason = ${reason}, changed_at = ${now},
      tries = tries - ${isCounted ? 0 : 1}
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and source = ${of}
      and claim = ${claim}
      and state = ${composing}`
}

/** Somebody wants to see the attempt's films: they are made first, and anew where they were dropped. */
export async function askForFilms(db: Db, attemptId: string, now: Date): Promise<void> {
  await changesOf(db)`
    update proctoring.film
    set seen_at = ${now}, dropped_at = null, asked_at = case when state in ${lit(composeStatus.waiting, composeStatus.composing)} then coalesce(asked_at, ${now}) end
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

const droppedRow = z.object({ edition: z.int(), startedAt: z.date() })

export function dropFilm(
  db: Db,
  { attemptId, source: of }: FilmName,
  since: Date,
  now: Date,
): Promise<z.output<typeof droppedRow> | undefined> {
  return findOne(db, droppedRow)`
    update proctoring.film f
    set state = ${lit(composeStatus.waiting)}, size_bytes = null, content_type = null, begins_at = null, asked_at = null, dropped_at = ${now}, changed_at = ${now}
    from proctoring.watch w
    where f.company_id = ${db.companyId}
      and f.attempt_id = ${attemptId}
      and f.source = ${of}
      and f.state = ${lit(composeStatus.ready)}
      and greatest(f.changed_at, f.seen_at) < ${since}
      and w.company_id = f.company_id
      and w.attempt_id = f.attempt_id
    returning f.edition, w.started_at as "startedAt"`
}
