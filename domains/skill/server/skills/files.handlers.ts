import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import type { Db, Handlers } from '@kaopei/server'
import { SheetFailure, xlsxType } from '@kaopei/sheet'
import { skillImportErrors } from '../../contract/errors.ts'
import { mostSkills, mostTreeLevels, type skill } from '../../contract/skill.ts'
import { byDepth, codeOf, faultsOf, type GivenSkill } from '../rules/skill-sheet-rows.ts'
import { faultWorkbook, readSkills, skillWorkbook } from './skill.sheet.ts'
import { insertSkills, lockTree, replaceLevels, type StoredSkill, selectLevels, selectSkills, updateSkills } from './skill.sql.ts'

/** The template, the import and the export. */
export const skillFiles: Pick<Handlers<typeof skill>, 'template' | 'importFile' | 'export'> = {
  template: async () => ({ fileName: '技能导入模板.xlsx', contentType: xlsxType, body: skillWorkbook([]) }),

  importFile: async ({ fileId: given }, { actor, db, fail, record, services }) => {
    const fileId = await findOwnUpload(db, services, actor, { fileId: given }, ['import'])
    if (fileId === undefined) return fail(skillImportErrors.fileMissing)
    const rows = await withLocalFile(db, services, fileId, (path, { name }) => readSkills(path, name)).catch((error: unknown) => {
      if (!(error instanceof SheetFailure)) throw error
      if (error.reason === 'tooManyRows') return fail(skillImportErrors.tooMany)
      if (error.reason === 'notWorkbook' || error.reason === 'html') return fail(skillImportErrors.invalidTemplate)
      return fail(skillImportErrors.unreadableFile, { text: error.message })
    })
    if (!rows) return fail(skillImportErrors.invalidTemplate)
    if (rows.length === 0) return fail(skillImportErrors.empty)
    await lockTree(db)
    const known = await selectSkills(db)
    const codes = new Set(known.map(codeOf))
    if (known.length + rows.filter(({ code }) => !codes.has(code)).length > mostSkills) return fail(skillImportErrors.tooMany)
    const faults = faultsOf(rows, known, { mostLevels: mostTreeLevels })
    if (faults.length > 0) {
      const { companyId, staffId: createdBy } = actor
      const file = { companyId, name: '技能导入失败明细.xlsx', contentType: xlsxType, purpose: 'importFailure', createdBy }
      const stored = await storeFile(db, services, { ...file, body: faultWorkbook(faults) }, fail)
      const failedUrl = fileUrl(services, { companyId, fileId: stored.fileId })
      return { successCount: 0, addedCount: 0, changedCount: 0, failedCount: faults.length, failedUrl }
    }
    const counts = await write(db, rows, known)
    record({ targetName: '技能', after: counts })
    return { ...counts, successCount: rows.length, failedCount: 0, failedUrl: null }
  },

  export: async (_input, { db, record }) => {
    const rows = await selectSkills(db)
    const levels = Map.groupBy(await selectLevels(db, null), ({ skillId }) => skillId)
    const codes = new Map(rows.map((row) => [row.id, codeOf(row)]))
    record({ targetName: '技能', after: { count: rows.length } })
    const body = skillWorkbook(
      rows.map((row) => ({
        ...{ rowNumber: 0, name: row.name, descript: row.descript, isGroup: row.isGroup, levels: levels.get(row.id) ?? [] },
        ...{ code: codeOf(row), parentCode: row.parentId === null ? '' : (codes.get(row.parentId) ?? '') },
      })),
    )
    return { fileName: '技能.xlsx', contentType: xlsxType, body }
  },
}

/** Sound rows: by code what is there is changed and moved, the rest is new. */
async function write(db: Db, rows: readonly GivenSkill[], known: readonly StoredSkill[]) {
  const stored = new Map(known.map((one) => [codeOf(one), one]))
  const ids = new Map(known.map((one) => [codeOf(one), one.id]))
  let addedCount = 0
  for (const level of byDepth(rows)) {
    const placed = level.map((row) => ({ ...row, parentId: row.parentCode === '' ? null : (ids.get(row.parentCode) ?? null) }))
    const added = await insertSkills(
      db,
      placed.filter(({ code }) => !stored.has(code)),
    )
    for (const { id, code } of added) ids.set(code, id)
    addedCount += added.length
    const changed = placed.flatMap((row) => {
      const one = stored.get(row.code)
      return one ? [{ ...row, id: one.id, code: one.code }] : []
    })
    await updateSkills(db, changed)
  }
  await replaceLevels(
    db,
    rows.flatMap(({ code }) => ids.get(code) ?? []),
    rows.flatMap(({ code, levels }) => levels.map((one) => ({ ...one, skillId: ids.get(code) ?? '' }))),
  )
  return { addedCount, changedCount: rows.length - addedCount }
}
