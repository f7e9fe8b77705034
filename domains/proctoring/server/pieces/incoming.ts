/** What is asked of a piece whichever way its bytes come: through this server, or straight to the store. */
import { inTransaction, type RawServices } from '@kaopei/server'
import { noteServerEvent } from '@kaopei/sitting/server'
import type { NamedPiece } from '../rules/piece-named.ts'
import { isDoubtful, isLate } from '../rules/span.ts'
import type { AttemptFacts } from './attempt-facts.ts'
import type { NewPiece } from './piece.sql.ts'
import type { PieceAddress } from './piece-address.ts'
import { mostBytesOf } from './wanted.ts'

export interface Problem {
  readonly status: number
  readonly message: string
}

export const noAddress: Problem = { status: 403, message: '上传地址无效或已过期，请重新获取' }
export const busy: Problem = { status: 503, message: '服务器繁忙，请稍后重试' }

export function isWanted({ source, kind }: NamedPiece, { streams }: AttemptFacts): boolean {
  return streams.some((stream) => stream.source === source && stream.kind === (kind === 'thumb' ? 'picture' : kind))
}

interface Sized {
  readonly named: NamedPiece
  readonly sizeBytes: number
  readonly contentType: string
}

export function pieceOf({ named, sizeBytes, contentType }: Sized, facts: AttemptFacts, now: Date): NewPiece {
  return { ...named, sizeBytes, contentType, isDoubtful: isDoubtful(named, facts, now), isLate: isLate(named, facts) }
}

/** Bytes that the attempt may have brought until now. */
export function mostBytesNow({ streams, startedAt, submittedAt }: AttemptFacts, now: Date): number {
  return mostBytesOf(streams, ((submittedAt ?? now).getTime() - startedAt.getTime()) / 1000 + 120)
}

/** Other bytes came under a number that has some. */
export async function noteChanged(services: RawServices, { companyId, attemptId }: PieceAddress, named: NamedPiece, now: Date) {
  const { source, kind, number } = named
  await inTransaction(services.pool, companyId, (db) =>
    noteServerEvent(db, { attemptId, type: 'pieceChanged', now, data: { source, kind, number } }),
  )
}
