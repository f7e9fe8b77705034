import { protocolErrors } from '@kaopei/contract'
import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import { type EnrolledPerson, enrolOuterStaff } from '@kaopei/org/server'
import type { NoUsesLeft } from '@kaopei/platform/server'
import { type Db, type Fail, type Handlers, implement, ProtocolFailure } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { outerPeople } from '../../contract/outer-people.ts'
import { lockedExam } from '../exam.service.ts'
import type { ExamRow } from '../exam.sql.ts'
import { insertCandidates } from '../people/list.sql.ts'
import { admitNewcomers } from '../people/newcomers.service.ts'
import { refuseOutside } from '../people/outside.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { failureWorkbook, outerTemplate, readPeople } from './people.sheet.ts'

const failureName = '外部考生导入失败明细.xlsx'

const handlers: Handlers<typeof outerPeople> = {
  outerTemplate: async () => ({ fileName: '外部考生导入模板.xlsx', contentType: xlsxType, body: outerTemplate() }),

  batchImportOuter: async ({ examinationId, ...named }, { actor, db, now, fail, record, services }) => {
    const { companyId, staffId: createdBy } = actor
    const fileId = await findOwnUpload(db, services, actor, named, ['import'])
    if (fileId === undefined) return fail(examErrors.fileMissing)
    const exam = await examFor(db, { examId: examinationId, now, fail })
    const rows = await withLocalFile(db, services, fileId, (path, { name }) => readPeople({ path, fileName: name, fail }))
    const rowNumbers = rows.map(({ rowNumber }) => rowNumber)
    const people = await enrolOuterStaff(db, rows, { now, rowNumbers, isAllOrNothing: false })
    const answer = await admit(db, { exam, now, fail }, people)
    const failed = people.flatMap(({ problems }, index) => {
      const person = rows[index]
      return problems.length > 0 && person ? [{ person, problems }] : []
    })
    record({
      targetId: exam?.id,
      targetName: exam?.name,
      after: { successCount: answer.successCount, failedCount: failed.length },
    })
    if (failed.length === 0) return { ...answer, ...noFailure }
    const file = { companyId, name: failureName, contentType: xlsxType, purpose: 'importFailure', createdBy }
    const stored = await storeFile(db, services, { ...file, body: failureWorkbook(failed) }, fail)
    const failedUrl = fileUrl(services, { companyId, fileId: stored.fileId })
    const message = `${failed.length} 行有误，请下载失败明细修改后重新上传`
    return {
      ...answer,
      failedUrl,
      errorUrl: failedUrl,
      errFileName: failureName,
      errMessage: message,
      formatErrorMessage: message,
    }
  },

  addOuter: async ({ examinationId, people: typed }, { db, now, fail, record }) => {
    const exam = await examFor(db, { examId: examinationId, now, fail })
    const rowNumbers = typed.map((_, index) => index + 1)
    const people = await enrolOuterStaff(db, typed, { now, rowNumbers, isAllOrNothing: true })
    refuseProblems(people)
    const answer = await admit(db, { exam, now, fail }, people)
    record({ targetId: exam?.id, targetName: exam?.name, after: { names: answer.list.map(({ name }) => name) } })
    return answer
  },
}

const noFailure = { failedUrl: null, errorUrl: null, errFileName: null, errMessage: null, formatErrorMessage: null }

type Closed = (typeof examErrors)['cancelled' | 'ended' | 'outsideClosed']

/** The exam that takes people in, locked; none when nobody named one. */
async function examFor(db: Db, { examId, now, fail }: { examId: string | null | undefined; now: Date; fail: Fail<Closed> }) {
  if (!examId) return undefined
  const exam = await lockedExam(db, { id: examId, version: undefined, now })
  if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
  if (examStatusAt(exam, now) === examStatus.ended) return fail(examErrors.ended)
  refuseOutside(exam, 1, fail)
  return exam
}

/** Who typed somebody's name, phone and address may let them in: outside people belong to no department that a scope could name. */
async function admit(
  db: Db,
  { exam, ...how }: { exam: ExamRow | undefined; now: Date; fail: Fail<NoUsesLeft> },
  people: readonly EnrolledPerson[],
) {
  const list = people.flatMap(({ id, person }) => (id === undefined ? [] : [{ id, ...person }]))
  const staffIds = list.map(({ id }) => id)
  if (exam && staffIds.length > 0) {
    const wish = { examId: exam.id, staffIds, departmentIds: [], scope: { kind: 'all' as const } }
    const { added } = await insertCandidates(db, wish, how.now)
    await admitNewcomers(db, exam, { added, ...how })
  }
  return { successCount: list.length, list, outerStaffIds: staffIds.join() }
}

/** A phone that is wrong is said at the phone, and so on. */
function refuseProblems(people: readonly EnrolledPerson[]): void {
  const fields = people.flatMap(({ problems }, index) =>
    problems.map((message) => ({ path: `people.${index}.${fieldOf(message)}`, message })),
  )
  const [first] = fields
  if (first) throw new ProtocolFailure(protocolErrors.invalid, { text: first.message, data: { fields } })
}

function fieldOf(message: string): 'name' | 'phone' | 'email' {
  if (message.startsWith('姓名')) return 'name'
  return message.includes('邮箱') ? 'email' : 'phone'
}

export const outerPeopleEndpoints = implement(outerPeople, handlers)
