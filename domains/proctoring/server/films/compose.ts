import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findPrograms, ProgramFailure, type Programs } from '@kaopei/courseware/server'
import { isFullDisk } from '@kaopei/files/server'
import { type Db, databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import { pieceKey } from '../pieces/piece-key.ts'
import { type PieceRow, selectPieces } from '../review/recording.sql.ts'
import { endingOf } from '../rules/media-type.ts'
import { type Claim, claimFilm, type FilmName, finishFilm, giveUpFilm, keepClaim } from './film.sql.ts'
import { filmKey, filmKeysAround } from './film-key.ts'
import { FilmFailure, type MadeFilm, makeFilm } from './make-film.ts'
import { type Reel, reelOf } from './reel.ts'

const mostTries = 3
const keepEveryMs = 30_000

/** Composes one film, where nobody else does. Answers whether it was ours; how it went, its row says. */
export async function composeFilm(services: RawServices, name: FilmName, tools?: Programs): Promise<boolean> {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => inTransaction(services.pool, name.companyId, work)
  const claim = await inCompany((db) => claimFilm(db, name, databaseNow()))
  if (!claim) return false
  const lost = new AbortController()
  const keeper = setInterval(() => {
    void inCompany((db) => keepClaim(db, name, claim.claim, databaseNow()))
      .then((isHeld) => !isHeld && lost.abort())
      .catch((err: unknown) => services.log.warn({ err }, 'a film could not be kept claimed'))
  }, keepEveryMs)
  const folder = await mkdtemp(join(tmpdir(), 'kaopei-film-'))
  try {
    await compose({ services, name, claim, folder, tools: tools ?? (await findPrograms()), signal: lost.signal })
  } catch (err) {
    const reason = reasonOf(err, claim)
    services.log.warn({ err, attemptId: name.attemptId, source: name.source }, 'a film was not composed')
    await inCompany((db) => giveUpFilm(db, name, { claim: claim.claim, reason, isCounted: true, now: databaseNow() }))
  } finally {
    clearInterval(keeper)
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

/** Null: it is tried again. */
function reasonOf(error: unknown, { tries }: Claim): string | null {
  if (error instanceof FilmFailure) return error.message
  if (tries < mostTries) return null
  if (error instanceof ProgramFailure) return error.text
  return isFullDisk(error) ? '服务器存储空间不足，请联系管理员清理后重试' : '合成程序出错，已重试三次，请按片段观看'
}

interface Composing {
  readonly services: RawServices
  readonly name: FilmName
  readonly claim: Claim
  readonly folder: string
  readonly tools: Programs
  readonly signal: AbortSignal
}

type Piece = PieceRow & { readonly name: string }
type Clocked = {
  readonly number: number
  readonly from: number
  readonly until: number
  readonly isStill: boolean
  readonly name: string
}

async function compose(composing: Composing): Promise<void> {
  const { services, name, claim, folder, tools, signal } = composing
  const { companyId, attemptId, source } = name
  const rows = await inTransaction(services.pool, companyId, (db) =>
    selectPieces(db, { attemptId, startedAt: claim.startedAt }, { of: source, kinds: ['film'] }),
  )
  const { clocked, missing } = await fetched(composing, rows)
  const reel = reelOf(clocked, claim.startedAt.getTime())
  const pieces = reel.placed.map((placed) => ({ ...placed, name: placed.piece.name }))
  if (pieces.length === 0)
    throw new FilmFailure(clocked.length > 0 ? '画面始终没有变化，没有可合成的录像' : '没有可以播放的录像片段')
  const made = await makeFilm({ folder, companyId, tools, signal }, pieces)
  signal.throwIfAborted()
  await store(composing, { made, reel, pieceCount: rows.length, unreadable: made.unreadable + missing })
}

/** Pieces' own files, each under a plain name; spans that cannot be are in no film. */
async function fetched(composing: Composing, rows: readonly PieceRow[]): Promise<{ clocked: Clocked[]; missing: number }> {
  const usable = rows.filter(({ isDoubtful }) => !isDoubtful)
  await mkdir(join(composing.folder, 'p'))
  const clocked: Clocked[] = []
  for (const [index, row] of usable.entries()) {
    const piece = { ...row, name: `p/${index}.${endingOf(row.contentType)}` }
    if (row.isStill || (await fetchPiece(composing, piece)))
      clocked.push({ ...piece, from: row.from.getTime(), until: row.until.getTime() })
  }
  return { clocked, missing: usable.length - clocked.length }
}

/** False: its bytes are gone, or not what they were. */
async function fetchPiece({ services, name, claim, folder }: Composing, piece: Piece): Promise<boolean> {
  const key = pieceKey({ ...name, startedAt: claim.startedAt, ...piece, ending: endingOf(piece.contentType) })
  const path = join(folder, piece.name)
  const local = services.evidence.localPath(key)
  if (local === undefined && (await services.evidence.sizeOf(key)) === undefined) return false
  try {
    // A copy: what works on it is not to be trusted with the evidence.
    if (local === undefined) await pipeline(await services.evidence.open(key), createWriteStream(path))
    else await copyFile(local, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  const hash = createHash('sha256').update(await readFile(path))
  return hash.digest('hex') === piece.sha256
}

interface Composed {
  readonly made: MadeFilm
  readonly reel: Reel<Clocked>
  readonly pieceCount: number
  readonly unreadable: number
}

/** The bytes under their new name first; then the row says so, and what was there before goes. */
async function store({ services, name, claim }: Composing, { made, reel, pieceCount, unreadable }: Composed): Promise<void> {
  const film = { ...name, startedAt: claim.startedAt, edition: claim.edition + 1 }
  const key = filmKey(film, made.type)
  await services.evidence.put(key, [await readFile(made.path)], made.type)
  const facts = { contentType: made.type, sizeBytes: made.sizeBytes, edition: film.edition, beginsAt: new Date(reel.beginsAt) }
  const counts = { pieceCount, unreadableCount: unreadable }
  const now = databaseNow()
  const isDone = await inTransaction(services.pool, name.companyId, (db) =>
    finishFilm(db, name, { claim: claim.claim, ...facts, ...counts, now }),
  )
  if (!isDone) {
    await services.evidence.remove(key)
    // A piece came meanwhile: it is made again, and this was no failure.
    const again = { claim: claim.claim, reason: null, isCounted: false, now }
    return inTransaction(services.pool, name.companyId, (db) => giveUpFilm(db, name, again))
  }
  for (const old of filmKeysAround({ ...film, edition: claim.edition })) if (old !== key) await services.evidence.remove(old)
}
