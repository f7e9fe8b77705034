import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { signIn } from '../../contract/exam-sign-in.ts'
import { countDoors, findTicket, selectDoors } from './doors.sql.ts'
import { reachOf } from './reach.ts'
import { selectSeated } from './seats.sql.ts'
import { shownRows } from './shown-rows.ts'

const handlers: Handlers<typeof signIn> = {
  rooms: async ({ pageIndex, pageSize, ...only }, { actor, db, now, scope }) => {
    const asked = { reach: reachOf(actor, scope), now, ...only }
    const rows = await selectDoors(db, asked, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map((row) => ({ ...row, key: `${row.examinationId} ${row.roomId}` }))
    return { dataList, totalCount: await countDoors(db, asked) }
  },

  find: async ({ examinationId: examId, ticket }, { actor, db, scope, fail }) => {
    const staffId = await findTicket(db, examId, ticket)
    if (!staffId) return fail(protocolErrors.notFound, { text: '没有此准考证的考生，请核对考试和准考证号' })
    const filter = { examId, scope: reachOf(actor, scope), staffIds: [staffId] }
    const [row] = await shownRows(db, actor, await selectSeated(db, filter, { limit: 1, offset: 0 }))
    return row ?? fail(protocolErrors.notFound, { text: '该考生不在您监考的考场，请引导至所在考场签到' })
  },
}

export const signInEndpoints = implement(signIn, handlers)
