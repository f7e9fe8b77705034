/** 考场签到: an invigilator at the door with a phone. Signing in itself is `examRooms.checkIn`. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { seatedRow } from './exam-rooms.ts'
import { examSignIn } from './menus.ts'

const base = '/api/v1/exam/examination/signIn'

const doorRow = z.object({
  key: z.string(),
  examinationId: id,
  examName: z.string(),
  openTime: instant.nullable(),
  closeTime: instant.nullable(),
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  expectedCount: z.int(),
  presentCount: z.int(),
})
export type DoorRow = z.output<typeof doorRow>

export const signIn = {
  /** Rooms of published exams that are not over for more than a day, of which the caller reaches somebody. */
  rooms: endpoint({
    path: `${base}/rooms`,
    summary: '可签到的考场',
    access: examSignIn.rights.view,
    scope: 'department',
    audit: 'read',
    /** One exam or one room of it alone. */
    input: pageQuery.extend({ examinationId: id.optional(), roomId: id.optional() }),
    output: pageOf(doorRow),
  }),
  /** By what the QR of a ticket says, or by the number that is printed on it. */
  find: endpoint({
    path: `${base}/find`,
    summary: '按准考证查找考生',
    access: examSignIn.rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ examinationId: id, ticket: requiredText(100, '准考证号') }),
    output: seatedRow,
    errors: [protocolErrors.notFound],
  }),
}
