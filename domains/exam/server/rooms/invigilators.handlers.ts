import { protocolErrors } from '@kaopei/contract'
import { peopleInScope, staffByIds } from '@kaopei/org/server'
import { type Handlers, implement } from '@kaopei/server'
import { planErrors } from '@kaopei/venue/contract/errors'
import { readPlan } from '@kaopei/venue/server'
import { examErrors } from '../../contract/exam-errors.ts'
import { examInvigilators } from '../../contract/exam-invigilators.ts'
import { findExam } from '../exam.sql.ts'
import { examOwner } from '../times/terms.ts'
import { countBlind, countInvigilators, deleteInvigilators, insertInvigilators, selectInvigilators } from './invigilators.sql.ts'
import { openExam } from './open-exam.ts'

const mostInvigilators = 1000

const handlers: Handlers<typeof examInvigilators> = {
  list: async ({ examinationId, pageIndex, pageSize }, { db, fail }) => {
    if (!(await findExam(db, examinationId))) return fail(protocolErrors.notFound)
    const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return {
      dataList: await selectInvigilators(db, examinationId, page),
      totalCount: await countInvigilators(db, examinationId),
      blindCount: await countBlind(db, examinationId),
    }
  },

  add: async ({ examinationId, staffIds, roomId }, { actor, db, now, scope, fail, record }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    const { rooms } = await readPlan(db, examOwner(exam.id))
    const room = rooms.find((one) => one.roomId === roomId)
    if (roomId !== undefined && !room) return fail(planErrors.roomClosed)
    const wanted = [...new Set(staffIds)]
    const people = (await staffByIds(db, await peopleInScope(db, scope, wanted))).filter(({ isRemoved }) => !isRemoved)
    if (people.length < wanted.length) return fail(examErrors.unknownStaff)
    const known = await countInvigilators(db, exam.id)
    if (known + wanted.length > mostInvigilators) return fail(examErrors.tooManyInvigilators)
    const addedCount = await insertInvigilators(db, { examId: exam.id, staffIds: wanted, roomId, by: actor.staffId, now })
    const after = { invigilators: people.map(({ name }) => name), roomName: room?.roomName ?? '全部考场' }
    record({ targetId: exam.id, targetName: exam.name, after })
    return { addedCount }
  },

  remove: async ({ examinationId, ids }, { db, now, fail, record }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    const names = await deleteInvigilators(db, exam.id, ids)
    if (names.length === 0) return fail(protocolErrors.notFound)
    record({ targetId: exam.id, targetName: exam.name, before: { invigilators: names } })
    return { removedCount: names.length }
  },
}

export const examInvigilatorEndpoints = implement(examInvigilators, handlers)
