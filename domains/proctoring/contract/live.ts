/** What invigilators see of candidates while they sit: the latest pictures of some, the films of one. */
import { endpoint, id, instant } from '@kaopei/contract'
import { z } from 'zod'
import { source } from './capture.ts'
import { examinationHall } from './menus.ts'

const path = '/api/v1/exam/proctor'
const read = { access: examinationHall.rights.live, audit: 'read', scope: 'department' } as const

const latest = z.object({ source: source.schema, kind: z.enum(['picture', 'film']), takenAt: instant, url: z.string() })
export type LatestView = z.output<typeof latest>
const piece = z.object({
  number: z.int(),
  from: instant,
  until: instant,
  isStill: z.boolean(),
  contentType: z.string(),
  url: z.string(),
})
export type LivePiece = z.output<typeof piece>

/** Of oneself and of people outside the data scope nothing is answered. */
export const live = {
  views: endpoint({
    ...read,
    path: `${path}/liveViews`,
    summary: '考生最新画面',
    input: z.object({ examId: id, attemptIds: z.array(id).min(1, '请选择考生').max(16, '一次最多查看 16 名考生') }),
    output: z.object({ serverTime: instant, dataList: z.array(z.object({ attemptId: id, views: z.array(latest) })) }),
  }),
  film: endpoint({
    ...read,
    path: `${path}/liveFilm`,
    summary: '考生实时录像',
    /** Pieces after this number, the lowest first; 0: those of the last 40 seconds. */
    input: z.object({ examId: id, attemptId: id, source: source.schema, after: z.int().min(0).default(0) }),
    output: z.object({ serverTime: instant, dataList: z.array(piece) }),
  }),
}
