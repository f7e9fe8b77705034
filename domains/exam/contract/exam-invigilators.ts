/** Who watches an exam or one of its rooms. Whoever does not organise exams reaches what they are assigned, and nothing else. */
import { endpoint, id, ids, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { planErrors } from '@kaopei/venue/contract/errors'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const base = '/api/v1/exam/examination/invigilator'
const { view, edit } = examManage.rights

const row = z.object({
  id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  roomId: id.nullable(),
  /** Null: the whole exam. */
  roomName: z.string().nullable(),
  /** Their roles have 监考大厅, and 考场签到. */
  mayWatch: z.boolean(),
  maySignIn: z.boolean(),
})

export const examInvigilators = {
  list: endpoint({
    path: `${base}/list`,
    summary: '监考人员',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ examinationId: id }),
    /** `blindCount`: of all, how many have no 监考大厅. */
    output: pageOf(row).extend({ blindCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
  add: endpoint({
    path: `${base}/add`,
    summary: '添加监考人员',
    access: edit,
    scope: 'department',
    audit: { action: 'addInvigilators', target: 'exam' },
    input: z.object({ examinationId: id, staffIds: ids, roomId: id.optional() }),
    output: z.object({ addedCount: z.int() }),
    errors: [
      protocolErrors.notFound,
      examErrors.cancelled,
      examErrors.unknownStaff,
      examErrors.tooManyInvigilators,
      planErrors.roomClosed,
    ],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '移除监考人员',
    access: edit,
    scope: 'department',
    audit: { action: 'removeInvigilators', target: 'exam' },
    input: z.object({ examinationId: id, ids }),
    output: z.object({ removedCount: z.int() }),
    errors: [protocolErrors.notFound, examErrors.cancelled],
  }),
}
