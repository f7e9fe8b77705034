import { recordingKind } from '@kaopei/exam/contract/recording-days'
import type { Db, Services } from '@kaopei/server'
import { cheatTag } from '../../contract/review.ts'
import { frameKey, pieceKey } from '../pieces/piece-key.ts'
import { kindOf } from '../rules/keeping.ts'
import { endingOf } from '../rules/media-type.ts'
import { evidenceUrl } from './evidence-link.ts'
import { type PieceRow, type Recording, selectFrames, selectMarks, selectPieces } from './recording.sql.ts'

type Secret = Pick<Services, 'secret'>

interface PieceLink {
  readonly companyId: string
  readonly recording: Pick<Recording, 'attemptId' | 'startedAt'>
  readonly of: number
  readonly piece: Pick<PieceRow, 'isStill' | 'contentType' | 'kind' | 'number' | 'sha256'>
  readonly viewerId: string
}

/** The address of a piece's bytes for this viewer; none of a still one. */
export function pieceUrl(services: Secret, { companyId, recording, of, piece, viewerId }: PieceLink): string {
  if (piece.isStill) return ''
  const { attemptId, startedAt } = recording
  return evidenceUrl(
    services,
    pieceKey({ companyId, attemptId, startedAt, source: of, ...piece, ending: endingOf(piece.contentType) }),
    viewerId,
  )
}

export interface Shot {
  readonly id: string
  readonly cheatTag: 0 | 1
  readonly takenAt: Date
  readonly url: string
  readonly thumbnailUrl: string
  readonly isDoubtful: boolean
  /** Cut from a film by whoever reviewed it. */
  readonly isFrame: boolean
}

/** Pictures of a source and frames that were kept of its film, in the order of the clock, with what is marked of them. */
export async function shotsOf(
  db: Db,
  services: Secret,
  { recording, of, isOpen, viewerId }: { recording: Recording; of: number; isOpen: boolean; viewerId: string },
): Promise<Shot[]> {
  const { companyId } = db
  const { attemptId } = recording
  const marked = new Set((await selectMarks(db, attemptId)).map(({ shotId }) => shotId))
  const tagOf = (id: string) => (marked.has(id) ? cheatTag.marked : cheatTag.none)
  const isGone = (kind: number) => recording.gone.includes(kind)
  const taken = await selectPieces(db, recording, { of, kinds: ['picture', 'thumb'] })
  const rows = taken.filter((row) => !isGone(kindOf({ source: of, ...row }, recording.agreed)))
  const urlOf = (piece: PieceRow | undefined) =>
    isOpen && piece ? pieceUrl(services, { companyId, recording, of, piece, viewerId }) : ''
  const thumbs = new Map(rows.filter(({ kind }) => kind === 'thumb').map((row) => [row.number, row]))
  const pictures = rows
    .filter(({ kind }) => kind === 'picture')
    .map((row) => ({
      id: row.id,
      cheatTag: tagOf(row.id),
      takenAt: row.from,
      url: urlOf(row),
      thumbnailUrl: urlOf(thumbs.get(row.number) ?? row),
      isDoubtful: row.isDoubtful,
      isFrame: false,
    }))
  const kept = isGone(recordingKind.frame) ? [] : await selectFrames(db, attemptId)
  const frames = kept
    .filter(({ source }) => source === of)
    .map(({ id, fileId, at }) => {
      const url = isOpen ? evidenceUrl(services, frameKey({ companyId, ...recording, fileId }), viewerId) : ''
      return { id, cheatTag: tagOf(id), takenAt: at, url, thumbnailUrl: url, isDoubtful: false, isFrame: true }
    })
  return [...pictures, ...frames].sort((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
}
