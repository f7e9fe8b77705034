/** What is recorded of candidates right now, and how busy the server is: for the list of the hall, without a picture of anybody. */
import { endpoint, id, instant } from '@kaopei/contract'
import { z } from 'zod'
import { pieceKind, source } from './capture.ts'
import { examinationHall } from './menus.ts'

const stream = z.object({
  source: source.schema,
  kind: pieceKind,
  /** Up to when the newest piece reaches; null: none has come. */
  lastTime: instant.nullable(),
  /** Something should have come by now. */
  isLate: z.boolean(),
})
export type HallStream = z.output<typeof stream>

export const mostStreamed = 500

export const hallStreams = {
  /** Of attempts within the caller's reach; of one that nothing is recorded of there are no streams. */
  states: endpoint({
    path: '/api/v1/exam/proctor/streams',
    summary: '考生录制状态与服务器负载',
    access: examinationHall.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examId: id, attemptIds: z.array(id).max(mostStreamed, `一次最多查看 ${mostStreamed} 名考生`) }),
    output: z.object({
      /** 0 (at rest) to 10. */
      load: z.int(),
      dataList: z.array(z.object({ attemptId: id, streams: z.array(stream) })),
    }),
  }),
  /** Of all within the caller's reach: of whom something is missing that should have come. */
  interrupted: endpoint({
    path: '/api/v1/exam/proctor/interrupted',
    summary: '录制中断的考生',
    access: examinationHall.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examId: id }),
    output: z.object({ attemptIds: z.array(id) }),
  }),
}
