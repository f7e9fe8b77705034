import { protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import { countChosen, peopleNamed, peopleOfSelection, seenAmong } from '@kaopei/learning/server'
import { contactSight, leftOutOf } from '@kaopei/org/server'
import { type Handlers, implement } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { projectStaffErrors } from '../../contract/errors.ts'
import { projectStaff } from '../../contract/staff.ts'
import { outlineOf } from '../outline/outline.sql.ts'
import { takeIn } from './audience.service.ts'
import { selectHeld, takeOut } from './enrol.sql.ts'
import { judgeRows } from './import.sql.ts'
import { countParticipants, filterOf, selectParticipants } from './list.sql.ts'
import { failureWorkbook, readPeople, staffTemplate } from './people.sheet.ts'
import { changeableProject, openProject } from './project.sql.ts'

const failureName = '项目学员导入失败明细.xlsx'

const handlers: Handlers<typeof projectStaff> = {
  list: async ({ pageIndex, pageSize, sortField: sort, sortOrder, keyWords, ...wish }, { actor, db, fail, now, scope }) => {
    const outline = await outlineOf(db, wish.projectId)
    if (!outline) return fail(protocolErrors.notFound)
    const filter = filterOf(outline, { ...wish, scope, now, search: searchFor(actor, scope, keyWords) })
    const page = { filter, sort, isAscending: sortOrder === 'asc', limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = (await selectParticipants(db, page)).map(
      ({ states: _states, exempted: _exempted, nextTaskId: _task, nextSince: _since, nextDueAt: _due, ...row }) => row,
    )
    return { dataList: await withShownContacts(db, actor, rows), totalCount: await countParticipants(db, filter) }
  },

  create: async ({ projectId, ...selection }, { actor, db, fail, now, record, scope }) => {
    const project = await openProject(db, projectId, fail)
    const people = peopleOfSelection(db, { selection, scope, sight: contactSight(actor) })
    const { added, eligible } = await takeIn(db, { projectId, people, reason: 'hand', now })
    record({ targetId: projectId, targetName: project.name, after: { addedCount: added, ...selection } })
    const found = await countChosen(db, selection.staffIds, scope)
    return { addedCount: added, repeatedCount: eligible - added, skippedCount: new Set(selection.staffIds).size - found }
  },

  remove: async ({ projectId, staffIds }, { db, fail, record, scope }) => {
    const project = await changeableProject(db, projectId, fail)
    const seen = await seenAmong(db, staffIds, scope)
    const held = await selectHeld(db, projectId, seen)
    if (held.length > 0) {
      const names = held.slice(0, 3).map(({ name }) => name)
      const whom = `${names.join('、')}${held.length > 3 ? '等' : ''}`
      return fail(projectStaffErrors.heldByGroup, { text: `${whom}由实时部门或用户组加入，请调整部门、用户组，或取消关联` })
    }
    const removed = await takeOut(db, projectId, seen)
    record({ targetId: projectId, targetName: project.name, before: { staffIds: removed } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: removed, why: () => '没有参加项目' })
    return { removedCount: removed.length, leftOut: left }
  },

  template: async () => ({ fileName: '项目学员导入模板.xlsx', contentType: xlsxType, body: staffTemplate() }),

  importFile: async ({ projectId, fileId: given }, { actor, db, fail, now, record, scope, services }) => {
    const fileId = await findOwnUpload(db, services, actor, { fileId: given }, ['import'])
    if (fileId === undefined) return fail(projectStaffErrors.fileMissing)
    const project = await openProject(db, projectId, fail)
    const rows = await withLocalFile(db, services, fileId, (path, { name }) => readPeople({ path, fileName: name, fail }))
    const { staffIds, failed } = await judgeRows(db, rows, scope)
    const { added, eligible } = await takeIn(db, { projectId, people: peopleNamed(staffIds), reason: 'hand', now })
    record({ targetId: projectId, targetName: project.name, after: { addedCount: added, failedCount: failed.length } })
    const counts = { addedCount: added, repeatedCount: eligible - added, failedCount: failed.length }
    if (failed.length === 0) return { ...counts, failedUrl: null }
    const { companyId, staffId: createdBy } = actor
    const file = { companyId, name: failureName, contentType: xlsxType, purpose: 'importFailure', createdBy }
    const stored = await storeFile(db, services, { ...file, body: failureWorkbook(failed) }, fail)
    return { ...counts, failedUrl: fileUrl(services, { companyId, fileId: stored.fileId }) }
  },
}

export const staffEndpoints = implement(projectStaff, handlers)
