/** What is recorded of an attempt, as its candidate's client is told. */
import { codes, endpoint, id, instant } from '@kaopei/contract'
import { z } from 'zod'

const path = '/api/v1/exam/proctor'

/** Abnormal types are source + 3. */
export const source = codes({
  screen: { code: 1, label: '屏幕' },
  first: { code: 2, label: '第一机位' },
  second: { code: 3, label: '第二机位' },
})
export const pieceKind = z.enum(['film', 'picture'])
export type PieceKind = z.output<typeof pieceKind>

export const wantedStream = z.object({
  source: source.schema,
  kind: pieceKind,
  /** Length of a film's piece, distance of pictures, in seconds. */
  everySeconds: z.int(),
  maxWidth: z.int(),
  framesPerSecond: z.int(),
  kilobitsPerSecond: z.int(),
  /** The highest number that the server holds; the next piece is this and one. */
  lastNumber: z.int(),
})
export type WantedStream = z.output<typeof wantedStream>

export const capture = {
  /** For measuring how fast a candidate's network sends; what is sent is thrown away. */
  tryUpload: endpoint({
    path: `${path}/tryUpload`,
    summary: '检测上传速度',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ sample: z.string().max(262_144) }),
    output: z.object({ length: z.int() }),
  }),
  plan: endpoint({
    path: `${path}/plan`,
    summary: '监考采集要求',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: z.object({
      serverTime: instant,
      /** Whose second camera is asked for; null: nothing is recorded. */
      examId: id.nullable(),
      /** Empty: nothing is recorded. */
      streams: z.array(wantedStream),
      /** Only the whole screen may be shared. */
      isWholeScreen: z.boolean(),
      /** Where pieces go (README): signed for this attempt. */
      pieceAddress: z.string(),
      /** Bytes go straight to the store, by addresses that the piece address gives for each. */
      isDirect: z.boolean(),
      /** 0 (at rest) to 10: how busy the server is. */
      load: z.int(),
    }),
  }),
}
