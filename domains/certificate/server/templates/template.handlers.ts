import { protocolErrors } from '@kaopei/contract'
import { pictureUrl } from '@kaopei/files/server'
import { PrintFailure } from '@kaopei/print'
import { type Handlers, implement } from '@kaopei/server'
import { templateStatus } from '../../contract/codes.ts'
import { templateErrors } from '../../contract/errors.ts'
import { firstDesign } from '../../contract/first-design.ts'
import { layOut } from '../../contract/lay-out.ts'
import { layoutProblems, picturesOf } from '../../contract/layout.ts'
import { template } from '../../contract/template.ts'
import { previewPhoto, previewValues } from '../../contract/variables.ts'
import { draw } from '../document/draw.ts'
import { readPictures } from '../document/pictures.ts'
import { withSamplePhoto } from '../document/sample-photo.ts'
import { selectGlyphs } from '../issue/issue.sql.ts'
import { issueWaiting } from '../issue/retry.ts'
import { areSkillsKnown } from './known-skills.ts'
import { missingInLayout } from './missing-in-layout.ts'
import { arePicturesOwn } from './own-pictures.ts'
import {
  findTemplate,
  findVersion,
  insertTemplate,
  insertVersion,
  lockTemplate,
  pageOfTemplates,
  removeTemplates,
  selectUnused,
  selectUsedTemplates,
  selectVersions,
  updateDraft,
  updateStatus,
} from './template.sql.ts'

const handlers: Handlers<typeof template> = {
  list: async ({ pageIndex, pageSize, ...filter }, { db }) => pageOfTemplates(db, filter, { pageIndex, pageSize }),

  options: async ({ withStopped }, { db }) => selectUsedTemplates(db, withStopped),

  detail: async ({ id }, { actor, db, fail, services }) => {
    const found = await findTemplate(db, id)
    if (!found) return fail(protocolErrors.notFound)
    const { companyId, staffId: holderId } = actor
    const pictures = picturesOf(found.layout).map((fileId) => ({
      fileId,
      url: pictureUrl(services, { companyId, fileId }, { holderId }),
    }))
    return { ...found, pictures, versions: await selectVersions(db, id) }
  },

  create: async ({ name, width, height }, { actor, db, record }) => {
    const id = await insertTemplate(db, { name, layout: firstDesign(width, height), createdBy: actor.staffId })
    record({ targetId: id, targetName: name, after: { name } })
    return { id }
  },

  copy: async ({ id: from, name }, { actor, db, fail, record }) => {
    const found = await findTemplate(db, from)
    if (!found) return fail(protocolErrors.notFound)
    const id = await insertTemplate(db, { name, layout: found.layout, createdBy: actor.staffId })
    record({ targetId: id, targetName: name, after: { name, copyOf: found.name } })
    return { id }
  },

  save: async ({ id, version, name, layout }, { actor, db, fail, now, record, services }) => {
    const stored = await lockTemplate(db, id)
    if (!stored) return fail(protocolErrors.notFound)
    if (stored.version !== version) return fail(protocolErrors.changed, { data: stored })
    if (!(await arePicturesOwn(db, services, actor, { layout, known: stored.layout }))) return fail(templateErrors.pictureRefused)
    if (!(await areSkillsKnown(db, layout))) return fail(templateErrors.skillRefused)
    await updateDraft(db, id, { name, layout, now })
    record({ targetId: id, targetName: name, before: { name: stored.name }, after: { name } })
    return { version: version + 1 }
  },

  publish: async ({ id, version }, { actor, db, fail, now, record }) => {
    const stored = await lockTemplate(db, id)
    if (!stored) return fail(protocolErrors.notFound)
    if (stored.version !== version) return fail(protocolErrors.changed, { data: stored })
    const problems = layoutProblems(stored.layout).map(({ text }) => text)
    const missing = await missingInLayout(db, stored.layout)
    if (missing.length > 0) problems.push(`字体中没有“${missing.join('')}”，请换字，或在“无法签发”中上传该字的图片`)
    if (problems.length > 0) return fail(templateErrors.notReady, { text: problems.slice(0, 5).join('；'), data: { problems } })
    const number = await insertVersion(db, stored, { createdBy: actor.staffId, now })
    await issueWaiting(db, { templateId: id })
    record({ targetId: id, targetName: stored.name, after: { version: number } })
    return { number }
  },

  restore: async ({ id, version, number }, { db, fail, now, record }) => {
    const stored = await lockTemplate(db, id)
    if (!stored) return fail(protocolErrors.notFound)
    if (stored.version !== version) return fail(protocolErrors.changed, { data: stored })
    const layout = await findVersion(db, id, number)
    if (!layout) return fail(templateErrors.noVersion)
    await updateDraft(db, id, { name: stored.name, layout, now })
    record({ targetId: id, targetName: stored.name, after: { version: number } })
  },

  turn: async ({ id, isUsed }, { db, fail, now, record }) => {
    const stored = await lockTemplate(db, id)
    if (!stored) return fail(protocolErrors.notFound)
    if (stored.currentNumber === null) return fail(templateErrors.noVersion, { text: '模板还没有启用过，请先在设计中启用' })
    const status = isUsed ? templateStatus.used : templateStatus.stopped
    await updateStatus(db, id, status, now)
    if (isUsed) await issueWaiting(db, { templateId: id })
    record({ targetId: id, targetName: stored.name, before: { status: stored.status }, after: { status } })
  },

  remove: async ({ ids }, { db, fail, now, record }) => {
    const unused = await selectUnused(db, ids)
    if (unused.length < new Set(ids).size) return fail(templateErrors.inUse)
    await removeTemplates(db, ids, now)
    for (const { id, name } of unused) record({ targetId: id, targetName: name, before: { name } })
  },

  preview: async ({ id, layout, kind }, { actor, db, fail, services }) => {
    const found = await findTemplate(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (!(await arePicturesOwn(db, services, actor, { layout, known: found.layout }))) return fail(templateErrors.pictureRefused)
    const glyphs = await selectGlyphs(db)
    const characters = new Set(glyphs.map(({ character }) => character))
    const { pages } = layOut(layout, previewValues(kind), { glyphs: characters, photo: previewPhoto(kind) })
    const sheet = { width: layout.width, height: layout.height, pages }
    try {
      const body = await draw(
        [sheet],
        withSamplePhoto(await readPictures(db, services, { layouts: [layout], glyphs, photoIds: [] })),
      )
      return { fileName: `${found.name}-预览.pdf`, contentType: 'application/pdf', body: Buffer.from(body) }
    } catch (error) {
      if (error instanceof PrintFailure) return fail(templateErrors.notPrinted, { text: error.message })
      throw error
    }
  },
}

export const templateEndpoints = implement(template, handlers, { template_name_unique: templateErrors.nameTaken })
