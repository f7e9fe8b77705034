import { Readable } from 'node:stream'
import { kept, protocolErrors } from '@kaopei/contract'
import { findOwnUpload, withLocalFile } from '@kaopei/files/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { scaleStatus } from '../../contract/codes.ts'
import { type Definition, definition as definitionShape, scaleFormat } from '../../contract/definition.ts'
import { scaleErrors } from '../../contract/errors.ts'
import { definitionFaults } from '../../contract/rules/definition-faults.ts'
import { scale, scaleFields, shippedKeys } from '../../contract/scale.ts'
import { itemsWorkbook, readItems, withItems } from './items.sheet.ts'
import { countPeople, freezeNorm } from './norm.sql.ts'
import {
  countNorms,
  countScales,
  findScale,
  insertScale,
  isShippedThere,
  isUsed,
  publishDraft,
  removeScale,
  type Scale,
  type ScaleFacts,
  selectChoices,
  selectNorms,
  selectScales,
  selectVersion,
  shippedThere,
  updateScale,
  updateScaleStatus,
  writeDraft,
} from './scale.sql.ts'
import { shippedScales } from './shipped/index.ts'
import { skillMapOfFile, skillMapWithin, skillsOfFile, soundSkillMap } from './skill-map.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const handlers: Handlers<typeof scale> = {
  list: async ({ pageIndex, pageSize, ...filter }, { db }) => ({
    dataList: await selectScales(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countScales(db, filter),
  }),

  choices: async ({ pageIndex, pageSize, isWithdrawnToo, ...given }, { db }) => {
    const filter = { ...given, ...(isWithdrawnToo ? { isPublished: true } : { status: scaleStatus.published }) }
    return {
      dataList: await selectChoices(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countScales(db, filter),
    }
  },

  get: async ({ id }, { db, fail }) => {
    const { draftId, publishedId, ...found } = await someScale(db, id, fail)
    const shown = await shownVersion(db, { draftId, publishedId })
    const published = publishedId ? await selectVersion(db, publishedId) : undefined
    return {
      ...found,
      definition: shown.content,
      versionNumber: shown.number,
      publishedNumber: published?.number ?? 0,
      hasDraft: draftId !== null,
    }
  },

  norms: async ({ id, pageIndex, pageSize }, { db, fail }) => {
    await someScale(db, id, fail)
    return {
      dataList: await selectNorms(db, id, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countNorms(db, id),
    }
  },

  save: async ({ id, version, definition, ...wish }, { actor, db, fail, now, record }) => {
    if (id === undefined) {
      const given = kept(scaleFields, wish)
      const content = definition ?? definitionShape.parse({})
      const skillMap = await soundSkillMap(db, { ...given, definition: content, before: [] }, fail)
      const facts = { ...given, skillMap }
      const made = await insertScale(db, facts, { actorId: actor.staffId })
      await writeDraft(db, { scale: { id: made, draftId: null }, content, actorId: actor.staffId })
      record({ targetId: made, targetName: facts.name, after: logged(facts, content), action: 'create' })
      return { id: made, version: 1 }
    }
    const before = await someScale(db, id, fail, 'update')
    if (version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    const given = kept(scaleFields, wish, before)
    if (given.kind !== before.kind && (await isUsed(db, id))) return fail(scaleErrors.otherKind)
    const shown = definition ?? (await shownVersion(db, before)).content
    const facts = { ...given, skillMap: await soundSkillMap(db, { ...given, definition: shown, before: before.skillMap }, fail) }
    await updateScale(db, id, facts, now)
    if (definition && (await isOther(db, before, definition)))
      await writeDraft(db, { scale: before, content: definition, actorId: actor.staffId })
    record({ targetId: id, targetName: facts.name, before: logged(before), after: logged(facts, definition) })
    return { id, version: before.version + 1 }
  },

  checks: async ({ id }, { db, fail }) => ({ faults: await faultsOf(db, await someScale(db, id, fail)) }),

  publish: async ({ id, version }, { db, fail, now, record }) => {
    const before = await someScale(db, id, fail, 'update')
    if (version !== undefined && version !== before.version)
      return fail(protocolErrors.changed, { data: { version: before.version } })
    if (!before.draftId) return fail(scaleErrors.nothingNew)
    const faults = await faultsOf(db, before)
    const [first] = faults
    if (first) return fail(scaleErrors.faulty, { text: `量表还不能发布：${first.message}`, data: { faults } })
    await publishDraft(db, id, now)
    record({ targetId: id, targetName: before.name, after: { status: scaleStatus.published } })
    return { id, version: before.version + 1 }
  },

  withdraw: async ({ id }, { db, fail, now, record }) => {
    const before = await someScale(db, id, fail, 'update')
    if (before.status !== scaleStatus.published) return fail(scaleErrors.notPublished)
    await updateScaleStatus(db, id, scaleStatus.withdrawn, now)
    record({ targetId: id, targetName: before.name, after: { status: scaleStatus.withdrawn } })
    return { id, version: before.version + 1 }
  },

  restore: async ({ id }, { db, fail, now, record }) => {
    const before = await someScale(db, id, fail, 'update')
    if (before.status !== scaleStatus.withdrawn) return fail(scaleErrors.notPublished, { text: '量表没有停用，不需要启用' })
    await updateScaleStatus(db, id, scaleStatus.published, now)
    record({ targetId: id, targetName: before.name, after: { status: scaleStatus.published } })
    return { id, version: before.version + 1 }
  },

  remove: async ({ id }, { db, fail, now, record }) => {
    const before = await someScale(db, id, fail, 'update')
    if (await isUsed(db, id)) return fail(scaleErrors.inUse)
    await removeScale(db, id, now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return null
  },

  addShipped: async ({ key }, { actor, db, fail, now, record }) => {
    if (await isShippedThere(db, key)) return fail(scaleErrors.alreadyThere)
    const file = shippedScales[key]
    const id = await insertScale(db, { ...file, skillMap: [] }, { actorId: actor.staffId, shippedKey: key })
    const content = definitionShape.parse(file)
    await writeDraft(db, { scale: { id, draftId: null }, content, actorId: actor.staffId })
    await publishDraft(db, id, now)
    record({ targetId: id, targetName: file.name, after: logged(file, content) })
    return { id, version: 2 }
  },

  shipped: async (_input, { db }) => {
    const there = await shippedThere(db)
    return shippedKeys.map((key) => {
      const { name, kind, information, licence, items } = shippedScales[key]
      return { key, name, kind, information, licence, itemCount: items.length, isAdded: there.has(key) }
    })
  },

  importFile: async ({ file }, { actor, db, record }) => {
    const { skillMap, unknownSkills } = await skillMapOfFile(db, file)
    const id = await insertScale(db, { ...file, skillMap }, { actorId: actor.staffId })
    const content = definitionShape.parse(file)
    await writeDraft(db, { scale: { id, draftId: null }, content, actorId: actor.staffId })
    record({ targetId: id, targetName: file.name, after: logged(file, content) })
    return { id, version: 1, unknownSkills }
  },

  exportFile: async ({ id }, { db, fail }) => {
    const found = await someScale(db, id, fail)
    const { content } = await shownVersion(db, found)
    const { name, kind, information, licence, source, retentionMonths } = found
    const skills = await skillsOfFile(db, found.skillMap)
    const file = { ...content, format: scaleFormat, name, kind, information, licence, source, skills, retentionMonths }
    const body = Readable.from([JSON.stringify(file, null, 2)])
    return { fileName: `${name}.scale.json`, contentType: 'application/json; charset=utf-8', body }
  },

  exportItems: async ({ id }, { db, fail }) => {
    const found = await someScale(db, id, fail)
    const { content } = await shownVersion(db, found)
    return { fileName: `${found.name}-题目.xlsx`, contentType: xlsxType, body: itemsWorkbook(content) }
  },

  importItems: async ({ id, version, fileId: given }, { actor, db, fail, now, record, services }) => {
    const fileId = await findOwnUpload(db, services, actor, { fileId: given }, ['import'])
    if (fileId === undefined) return fail(scaleErrors.fileMissing)
    const before = await someScale(db, id, fail, 'update')
    if (version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    const rows = await withLocalFile(db, services, fileId, (path, { name }) => readItems(path, name, fail))
    const { content } = await shownVersion(db, before)
    const parsed = definitionShape.safeParse(withItems(content, rows))
    if (!parsed.success)
      return fail(scaleErrors.rowRefused, { text: parsed.error.issues[0]?.message ?? scaleErrors.rowRefused.text })
    await writeDraft(db, { scale: before, content: parsed.data, actorId: actor.staffId })
    await updateScale(db, id, { ...before, skillMap: skillMapWithin(before.skillMap, parsed.data) }, now)
    const counts = { itemCount: parsed.data.items.length, dimensionCount: parsed.data.dimensions.length }
    record({ targetId: id, targetName: before.name, after: counts })
    return { id, version: before.version + 1, ...counts }
  },

  freezeNorm: async ({ id, mode }, { actor, db, fail, now, record }) => {
    const found = await someScale(db, id, fail, 'share')
    if (!found.publishedId) return fail(scaleErrors.notPublished)
    const frozen = await freezeNorm(db, { versionId: found.publishedId, mode, actorId: actor.staffId, now })
    if (!frozen) {
      const count = await countPeople(db, { versionId: found.publishedId, mode })
      return fail(scaleErrors.normTooFew, { text: `${scaleErrors.normTooFew.text}，现在有 ${count} 人` })
    }
    record({ targetId: id, targetName: found.name, after: { ...frozen, mode } })
    return frozen
  },
}

export const scaleEndpoints = implement(scale, handlers, { scale_shipped: scaleErrors.alreadyThere })

async function someScale(
  db: Db,
  id: string,
  fail: Fail<typeof protocolErrors.notFound>,
  lock?: 'update' | 'share',
): Promise<Scale> {
  return (await findScale(db, id, lock)) ?? fail(protocolErrors.notFound)
}

/** The next version while there is one, otherwise the published one. */
async function shownVersion(db: Db, { draftId, publishedId }: Pick<Scale, 'draftId' | 'publishedId'>) {
  const shownId = draftId ?? publishedId
  return shownId ? selectVersion(db, shownId) : { number: 1, content: definitionShape.parse({}) }
}

async function faultsOf(db: Db, found: Scale) {
  const { content } = await shownVersion(db, found)
  return definitionFaults(found, content)
}

/** Saving what was read makes no new version. */
async function isOther(db: Db, before: Scale, content: Definition): Promise<boolean> {
  const known = await shownVersion(db, before)
  return JSON.stringify(known.content) !== JSON.stringify(content)
}

function logged({ name, kind, licence, retentionMonths }: Omit<ScaleFacts, 'skillMap'>, content?: Definition) {
  return { name, kind, licence, retentionMonths, ...(content && { itemCount: content.items.length }) }
}
