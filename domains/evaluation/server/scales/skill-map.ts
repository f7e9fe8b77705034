/** Which dimension of a scale leads to which skill: judged where it is saved, and as names where it travels in a file. */
import type { Db, Fail } from '@kaopei/server'
import { skillCards, skillsByName } from '@kaopei/skill/server'
import { privateKinds } from '../../contract/codes.ts'
import type { Definition, ScaleFile } from '../../contract/definition.ts'
import { scaleErrors } from '../../contract/errors.ts'
import type { SkillOfDimension } from '../../contract/scale.ts'

type Refusals = (typeof scaleErrors)['skillRefused' | 'dimensionRefused']

interface Wanted {
  readonly kind: number
  readonly skillMap: readonly SkillOfDimension[]
  readonly definition: Definition
  /** As it was before: what stood there stays, also where a skill was retired since. */
  readonly before: readonly SkillOfDimension[]
}

/** Personality and 360° lead to no skill. */
export async function soundSkillMap(db: Db, { kind, skillMap, definition, before }: Wanted, fail: Fail<Refusals>) {
  if (privateKinds.includes(kind)) return []
  const names = new Map(definition.dimensions.map(({ id, name }) => [id, name]))
  const seen = new Set<string>()
  for (const { dimension, skillId } of skillMap) {
    if (!names.has(dimension)) fail(scaleErrors.dimensionRefused, { text: `技能对应的维度不存在：${dimension}，请重新选择` })
    const pair = `${dimension}|${skillId}`
    if (seen.has(pair)) fail(scaleErrors.dimensionRefused, { text: `“${names.get(dimension)}”重复对应了同一技能，请删除一行` })
    seen.add(pair)
  }
  const known = new Set(before.map(({ skillId }) => skillId))
  const added = [...new Set(skillMap.map(({ skillId }) => skillId))].filter((skillId) => !known.has(skillId))
  const usable = (await skillCards(db, added)).filter(({ isUsable }) => isUsable)
  return usable.length < added.length ? fail(scaleErrors.skillRefused) : [...skillMap]
}

/** What is left of it when dimensions go. */
export const skillMapWithin = (skillMap: readonly SkillOfDimension[], { dimensions }: Definition): SkillOfDimension[] =>
  skillMap.filter(({ dimension }) => dimensions.some(({ id }) => id === dimension))

export async function skillsOfFile(db: Db, skillMap: readonly SkillOfDimension[]): Promise<ScaleFile['skills']> {
  const cards = await skillCards(
    db,
    skillMap.map(({ skillId }) => skillId),
  )
  const names = new Map(cards.map(({ id, name }) => [id, name]))
  return skillMap.flatMap(({ dimension, skillId, level }) => {
    const skill = names.get(skillId)
    return skill === undefined ? [] : [{ dimension, skill, level }]
  })
}

/** A file's skills as this company's; those that it has not are named. */
export async function skillMapOfFile(
  db: Db,
  { kind, skills, dimensions }: Pick<ScaleFile, 'kind' | 'skills' | 'dimensions'>,
): Promise<{ skillMap: SkillOfDimension[]; unknownSkills: string[] }> {
  const meant = privateKinds.includes(kind) ? [] : skills.filter(({ dimension }) => dimensions.some(({ id }) => id === dimension))
  const names = [...new Set(meant.map(({ skill }) => skill))]
  const ids = await skillsByName(db, names)
  const all = meant.flatMap(({ dimension, skill, level }) => {
    const skillId = ids.get(skill)
    return skillId === undefined ? [] : [{ dimension, skillId, level }]
  })
  const skillMap = [...new Map(all.map((one) => [`${one.dimension}|${one.skillId}`, one])).values()]
  return { skillMap, unknownSkills: names.filter((name) => !ids.has(name)) }
}
