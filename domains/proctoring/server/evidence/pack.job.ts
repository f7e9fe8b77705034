/** The evidence pack of an attempt, made in the background and found in the download centre of whoever asked. */
import { selectRecordingDays } from '@kaopei/exam/server'
import { addWrittenFile, dropWrittenFile, findKept, openStored, writeFile } from '@kaopei/files/server'
import { type Tracked, trackedJob } from '@kaopei/jobs/server'
import { databaseNow, type Services } from '@kaopei/server'
import { z } from 'zod'
import { filmKey } from '../films/film-key.ts'
import { pieceKey } from '../pieces/piece-key.ts'
import { endingOf } from '../rules/media-type.ts'
import { contentsOfPack, type PackContents, sourceNames } from './pack/contents.ts'
import { type PackFile, textFile, verifierPage, writePack } from './pack/write-pack.ts'
import type { PieceFacts } from './piece-facts.sql.ts'
import { signingKey } from './signing-key.ts'

const dayMs = 86_400_000

const payload = z.object({ attemptId: z.string(), staffName: z.string(), examName: z.string(), reason: z.string() })

export const packJob = trackedJob({
  kind: 'examEvidence',
  title: ({ examName, staffName }) => `证据包：${examName}-${staffName}`,
  payload,
  run: makePack,
})

async function makePack(wish: z.output<typeof payload>, tracked: Tracked): Promise<void> {
  const { attemptId, staffName, examName, reason } = wish
  const { services, companyId } = tracked
  const contents = await tracked.transaction((db) =>
    contentsOfPack(db, attemptId, { secret: services.secret, now: databaseNow() }),
  )
  const days = await tracked.transaction((db) => selectRecordingDays(db))
  const { handInHead, seals, nights } = contents
  const key = signingKey(services.secret)
  const kept = await keptPieces(services, { companyId, attemptId, contents })
  const appeals = await keptAppealFiles(services, { companyId, attemptId, contents })
  const frames = await keptFrames(services, { companyId, attemptId, contents })
  const films = await keptFilms(services, { companyId, attemptId, contents })
  const facts = {
    ...{ kind: 'kaopei-pack-1', attemptId, staffName, examName, reason, exportedAt: databaseNow().toISOString(), nights },
    chain: { attemptId, handInHead, seals },
    pieces: kept.map(({ piece: { id: rowId, sha256 }, path }) => ({ path, rowId, sha256 })),
    // Deleted in time by the rule; their rows and hashes are in the chain.
    missingPieces: contents.pieces.length - kept.length,
    frames: frames.map(({ path, id }) => ({ path, shotId: id })),
    missingFrames: contents.frames.length - frames.length,
    appealFiles: appeals.map(({ path, name }) => ({ path, name })),
    missingAppealFiles: contents.appealFiles.length - appeals.length,
  }
  tracked.setTotal(contents.texts.length + kept.length + frames.length + films.length + appeals.length + 2)
  const body = writePack(filesOf(contents, [...kept, ...frames, ...films, ...appeals], key.publicKey), {
    facts,
    key,
    onFile: (count) => goOn(tracked, count),
  })
  const file = {
    ...{ companyId, name: `证据包-${examName}-${staffName}.zip`, contentType: 'application/zip', purpose: 'export', body },
    ...{ createdBy: tracked.requestedBy, expiresAt: new Date(databaseNow().getTime() + days.pack * dayMs) },
  }
  const written = await writeFile(services, file, tracked.fail)
  try {
    await tracked.transaction(async (db) => {
      await addWrittenFile(db, written)
      const result = { pieceCount: kept.length, sizeBytes: written.sizeBytes }
      await tracked.finish({ fileId: written.fileId, fileName: written.name, result }, db)
    })
  } catch (error) {
    await dropWrittenFile(services, written)
    throw error
  }
}

interface Kept {
  readonly piece: PieceFacts
  readonly path: string
  readonly open: PackFile['open']
}

interface OfAttempt {
  readonly companyId: string
  readonly attemptId: string
  readonly contents: PackContents
}

/** Pieces whose bytes are still there, in the order of the clock. */
async function keptPieces(
  { evidence }: Pick<Services, 'evidence'>,
  { companyId, attemptId, contents }: OfAttempt,
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const piece of contents.pieces.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const ending = endingOf(piece.contentType)
    const key = pieceKey({ ...piece, companyId, attemptId, startedAt: contents.startedAt, ending })
    if ((await evidence.sizeOf(key)) === undefined) continue
    const path = `pieces/${sourceNames[piece.source]}-${piece.kind}-${piece.number}.${ending}`
    kept.push({ piece, path, open: () => evidence.open(key) })
  }
  return kept
}

async function keptFilms(
  { evidence }: Pick<Services, 'evidence'>,
  { companyId, attemptId, contents }: OfAttempt,
): Promise<Omit<Kept, 'piece'>[]> {
  const kept: Omit<Kept, 'piece'>[] = []
  for (const { source, edition, contentType } of contents.films) {
    const key = filmKey({ companyId, attemptId, startedAt: contents.startedAt, source, edition }, contentType)
    if ((await evidence.sizeOf(key)) === undefined) continue
    kept.push({ path: `films/${sourceNames[source]}.${endingOf(contentType)}`, open: () => evidence.open(key) })
  }
  return kept
}

async function keptFrames(
  services: Parameters<typeof findKept>[0],
  { companyId, contents }: OfAttempt,
): Promise<(Omit<Kept, 'piece'> & { readonly id: string })[]> {
  const kept: (Omit<Kept, 'piece'> & { readonly id: string })[] = []
  for (const { id, fileId, path } of contents.frames) {
    const found = await findKept(services, { companyId, fileId })
    if (found) kept.push({ id, path, open: () => found.open() })
  }
  return kept
}

async function keptAppealFiles(
  services: Parameters<typeof openStored>[0],
  { companyId, contents }: OfAttempt,
): Promise<(Omit<Kept, 'piece'> & { readonly name: string })[]> {
  const kept: (Omit<Kept, 'piece'> & { readonly name: string })[] = []
  for (const { fileId, path, name, sizeBytes } of contents.appealFiles) {
    const open = (last: number) => openStored(services, { companyId, fileId }, { first: 0, last })
    // One that has gone must not cost the rest.
    const found = await open(0).catch(() => undefined)
    found?.destroy()
    if (found) kept.push({ path, name, open: () => open(sizeBytes - 1) })
  }
  return kept
}

async function* filesOf(
  { texts }: PackContents,
  kept: readonly Omit<Kept, 'piece'>[],
  publicKey: string,
): AsyncGenerator<PackFile> {
  yield textFile('verify.html', verifierPage())
  yield textFile('public-key.pem', publicKey)
  for (const { path, text } of texts) yield textFile(path, text)
  for (const { path, open } of kept) yield { path, isPacked: true, open }
}

function goOn(tracked: Tracked, count: number): void {
  if (tracked.isCancelled()) throw new Error('cancelled while packing')
  if (tracked.isStopping()) throw new Error('the worker is stopping; the pack begins again elsewhere')
  tracked.progress(count)
}
