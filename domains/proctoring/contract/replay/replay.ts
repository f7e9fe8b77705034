/** Everything of an attempt with its time, to be gone through on one slider. */
import { endpoint, id, instant, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { source } from '../capture.ts'
import { markCheating } from '../menus.ts'
import { reviewErrors } from '../review.ts'

const ms = z.number()
const span = z.object({ from: ms, until: ms })

export const replay = {
  get: endpoint({
    path: '/api/v1/exam/examination/cheat/getReplay',
    summary: '作答回放',
    access: markCheating.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationResultId: id }),
    output: z.object({
      examinationResultId: id,
      examName: z.string(),
      staffName: z.string(),
      startTime: instant,
      endTime: instant,
      isRecorded: z.boolean(),
      /** The questions by their numbers on the paper. */
      questions: z.array(z.object({ slot: z.int(), number: z.int() })),
      /** Instants of the tracks are milliseconds of the server's clock; each track is in the order of time. */
      answers: z.array(z.object({ at: ms, slot: z.int(), rev: z.int(), counts: z.boolean(), text: z.string() })),
      events: z.array(z.object({ at: ms, label: z.string(), isAct: z.boolean(), text: z.string() })),
      absences: z.array(span.extend({ kind: z.string(), counts: z.boolean() })),
      offline: z.array(span),
      pauses: z.array(span),
      pieces: z.array(span.extend({ source: source.schema, kind: z.string() })),
    }),
    errors: [protocolErrors.notFound, reviewErrors.ownRecording],
  }),
}
