import { dayIn, protocolErrors } from '@kaopei/contract'
import { fileUrl, findOwnUploads } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { fileValidity } from '../../contract/codes.ts'
import { teacherFileErrors } from '../../contract/errors.ts'
import { teacherFile } from '../../contract/teacher-file.ts'
import { daysBetween, validityOf } from '../rules/alert-due.ts'
import { findSeen } from '../sight.sql.ts'
import { countFiles, insertFile, lockFile, removeFile, replaceFile, selectFiles } from './file.sql.ts'

const dayMs = 86_400_000
const laterDay = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const handlers: Handlers<typeof teacherFile> = {
  listTeacherFile: async ({ pageIndex, pageSize, endsWithinDays, ...given }, { actor, db, now, scope, services }) => {
    const today = dayIn(now, await timeZoneOf(db))
    const filter = { ...given, scope, today, ...(endsWithinDays !== undefined && { endsUntil: laterDay(today, endsWithinDays) }) }
    const rows = await selectFiles(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ fileId, ...row }) => ({
      ...row,
      validity: fileValidity[validityOf(row, today)],
      daysLeft: row.validUntil === null ? null : daysBetween(today, row.validUntil),
      fileUrl: fileUrl(services, { companyId: actor.companyId, fileId }),
    }))
    return { dataList, totalCount: await countFiles(db, filter) }
  },

  reUploadTeacherFile: async ({ teacherId, id, fileId, ...facts }, { actor, db, fail, now, record, scope, services }) => {
    const teacher = (await findSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    const before = id === null ? null : await lockFile(db, scope, id)
    if (before === undefined || (before && before.teacherId !== teacherId)) return fail(protocolErrors.notFound)
    const { validFrom, validUntil } = facts
    if (validFrom !== null && validUntil !== null && validUntil < validFrom) return fail(teacherFileErrors.datesInverted)
    const [upload] = await findOwnUploads(db, services, actor, [{ fileId }], ['attachment'])
    if (!upload) return fail(teacherFileErrors.uploadMissing)
    const made = await insertFile(db, { ...facts, teacherId, fileId, sizeBytes: upload.sizeBytes, by: actor.staffId, now })
    if (before) await replaceFile(db, before.id, made)
    record({
      targetId: teacherId,
      targetName: `${teacher.name}：${facts.name}`,
      ...(before && { before: { validUntil: before.validUntil } }),
      after: { validFrom, validUntil },
    })
    return { id: made }
  },

  removeTeacherFile: async ({ id }, { db, fail, now, record, scope }) => {
    const before = (await lockFile(db, scope, id)) ?? fail(protocolErrors.notFound)
    await removeFile(db, id, now)
    record({ targetId: before.teacherId, targetName: before.name, before: { validUntil: before.validUntil } })
    return null
  },
}

export const fileEndpoints = implement(teacherFile, handlers)
