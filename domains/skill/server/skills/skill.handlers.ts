import { kept, protocolErrors } from '@kaopei/contract'
import { type Fail, type Handlers, implement, type NoPlace, whyNotBelow } from '@kaopei/server'
import { skillErrors } from '../../contract/errors.ts'
import { mostSkills, mostTreeLevels, skill, skillFields } from '../../contract/skill.ts'
import { skillFiles } from './files.handlers.ts'
import {
  countSkills,
  deleteSkill,
  findSkill,
  insertSkill,
  lockTree,
  placeSkill,
  postsAsking,
  replaceLevels,
  type SkillFields,
  type SkillUses,
  type StoredSkill,
  selectLevels,
  selectSkills,
  updateRetired,
  updateSkill,
  usesOfSkill,
} from './skill.sql.ts'

const refusals = {
  missing: protocolErrors.notFound,
  intoItself: skillErrors.intoItself,
  tooDeep: skillErrors.tooDeep,
} as const satisfies Record<NoPlace, unknown>

const handlers: Handlers<typeof skill> = {
  getSkillList: async ({ keyWords, isRetired }, { db }) => {
    const words = keyWords?.toLowerCase()
    return (await selectSkills(db)).filter(
      (row) =>
        (isRetired === undefined || row.isRetired === (isRetired === '1')) &&
        (!words || row.name.toLowerCase().includes(words) || (row.code ?? '').toLowerCase().includes(words)),
    )
  },

  get: async ({ id }, { db, fail }) => {
    const row = await findSkill(db, id)
    const uses = await usesOfSkill(db, id)
    if (!row || !uses) return fail(protocolErrors.notFound)
    return { ...row, ...uses, levels: await selectLevels(db, [id]), posts: await postsAsking(db, id) }
  },

  create: async ({ parentId, levels, ...fields }, { db, fail, record }) => {
    await lockTree(db)
    if ((await countSkills(db)) >= mostSkills) return fail(skillErrors.tooMany)
    const rows = await selectSkills(db)
    const why = whyNotBelow(rows, parentId, { mostLevels: mostTreeLevels })
    if (why) return fail(refusals[why === 'intoItself' ? 'missing' : why])
    guardParent(rows, parentId, fail)
    const id = await insertSkill(db, { ...fields, parentId })
    await replaceLevels(db, [id], fields.isGroup ? [] : levels.map((one) => ({ ...one, skillId: id })))
    record({ targetId: id, targetName: fields.name, after: { ...fields, parentId, levels } })
    return { id }
  },

  modify: async ({ id, version, ...wish }, { db, fail, record }) => {
    await lockTree(db)
    const row = await findSkill(db, id)
    if (!row) return fail(protocolErrors.notFound)
    if (row.version !== version) return fail(protocolErrors.changed, { data: row })
    const before = await selectLevels(db, [id])
    const { levels, ...fields } = kept(skillFields, wish, { ...row, levels: before })
    if (row.isGroup !== fields.isGroup) await guardKind(db, row, fail)
    await updateSkill(db, id, fields)
    await replaceLevels(db, [id], fields.isGroup ? [] : levels.map((one) => ({ ...one, skillId: id })))
    record({
      targetId: id,
      targetName: fields.name,
      before: { ...logged(row), levels: before },
      after: { ...logged(fields), levels },
    })
  },

  move: async ({ id, parentId, beforeId }, { db, fail, record }) => {
    await lockTree(db)
    const rows = await selectSkills(db)
    const row = rows.find((one) => one.id === id)
    if (!row) return fail(protocolErrors.notFound)
    const why = whyNotBelow(rows, parentId, { id, mostLevels: mostTreeLevels })
    if (why) return fail(refusals[why])
    guardParent(rows, parentId, fail)
    const siblings = rows.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id)
    const at = siblings.indexOf(beforeId ?? '')
    siblings.splice(at < 0 ? siblings.length : at, 0, id)
    await placeSkill(db, { id, parentId, siblings })
    record({ targetId: id, targetName: row.name, before: { parentId: row.parentId }, after: { parentId } })
  },

  setRetired: async ({ id, isRetired }, { db, fail, now, record }) => {
    const row = await findSkill(db, id)
    if (!row) return fail(protocolErrors.notFound)
    if (row.isRetired === isRetired) return
    await updateRetired(db, id, isRetired ? now : null)
    record({ targetId: id, targetName: row.name, before: { isRetired: row.isRetired }, after: { isRetired } })
  },

  remove: async ({ id }, { db, fail, record }) => {
    await lockTree(db)
    const rows = await selectSkills(db)
    const row = rows.find((one) => one.id === id)
    if (!row) return fail(protocolErrors.notFound)
    if (rows.some(({ parentId }) => parentId === id)) return fail(skillErrors.notEmpty)
    const text = usedText(await usesOfSkill(db, id))
    if (text) return fail(skillErrors.inUse, { text })
    await deleteSkill(db, id)
    record({ targetId: id, targetName: row.name, before: logged(row) })
  },

  ...skillFiles,
}

/** Skills stand below groups or at the top. */
function guardParent(rows: readonly StoredSkill[], parentId: string | null, fail: Fail<typeof skillErrors.notUsable>): void {
  const parent = rows.find(({ id }) => id === parentId)
  if (parent && !parent.isGroup) fail(skillErrors.notUsable, { text: `“${parent.name}”是技能，不是分类，下面不能再有技能` })
}

/** What is asked for, shown or sorted by it stays what it is. */
async function guardKind(
  db: Parameters<typeof usesOfSkill>[0],
  row: StoredSkill,
  fail: Fail<typeof skillErrors.groupNeeded>,
): Promise<void> {
  const uses = await usesOfSkill(db, row.id)
  const hasChildren = (await selectSkills(db)).some(({ parentId }) => parentId === row.id)
  if (hasChildren || usedText(uses)) fail(skillErrors.groupNeeded)
}

function usedText(uses: SkillUses | undefined): string | undefined {
  if (!uses) return undefined
  const named = [
    [uses.evidenceCount, '条证据'],
    [uses.modelCount, '个岗位模型版本'],
    [uses.courseCount, '门课程或项目'],
    [uses.pointCount, '个知识点'],
  ] as const
  const parts = named.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return parts.length === 0 ? undefined : `技能已有${parts.join('、')}，不能删除；不再需要时请停用`
}

const logged = ({ name, code, descript, isGroup }: SkillFields) => ({ name, code, descript, isGroup })

export const skillEndpoints = implement(skill, handlers, {
  skill_name_unique: skillErrors.nameTaken,
  skill_code_unique: skillErrors.codeTaken,
})
