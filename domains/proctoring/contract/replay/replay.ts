/** Everything of an attempt with its time, to be gone through on one slider by whoever has said why. */
import { endpoint, id, instant, protocolErrors, statedReason } from '@kaopei/contract'
import { z } from 'zod'
import { source } from '../capture.ts'
import { markCheating } from '../menus.ts'
import { reviewErrors } from '../review.ts'

const path = '/api/v1/exam/examination/cheat'
const ms = z.number()
const span = z.object({ from: ms, until: ms })
const of = { access: markCheating.rights.replay, scope: 'department' } as const
const errors = [protocolErrors.notFound, reviewErrors.ownRecording] as const
const result = z.object({ examinationResultId: id })

/** Instants are milliseconds of the server's clock; each track is in the order of time. */
const tracks = z.object({
  /** The questions by their numbers on the paper. */
  questions: z.array(z.object({ slot: z.int(), number: z.int() })),
  answers: z.array(z.object({ at: ms, slot: z.int(), rev: z.int(), counts: z.boolean(), text: z.string() })),
  events: z.array(z.object({ at: ms, label: z.string(), isAct: z.boolean(), text: z.string() })),
  absences: z.array(span.extend({ kind: z.string(), counts: z.boolean() })),
  offline: z.array(span),
  pauses: z.array(span),
  pieces: z.array(span.extend({ source: source.schema, kind: z.string() })),
})

export const replay = {
  get: endpoint({
    ...of,
    path: `${path}/getReplay`,
    summary: '作答回放',
    audit: 'read',
    input: result,
    output: z.object({
      examinationResultId: id,
      examinationId: id,
      examName: z.string(),
      staffName: z.string(),
      startTime: instant,
      endTime: instant,
      isRecorded: z.boolean(),
      /** Null until the caller has said why they look, within the last two hours. */
      tracks: tracks.nullable(),
    }),
    errors: [...errors],
  }),
  open: endpoint({
    ...of,
    path: `${path}/openReplay`,
    summary: '查看作答回放',
    audit: { action: 'look', target: 'examReplay' },
    input: result.extend({ reason: statedReason(200, '查看原因') }),
    output: z.object({ examinationResultId: id }),
    errors: [...errors],
  }),
}
