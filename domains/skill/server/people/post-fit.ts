/** How far somebody is what a post asks for, for rooms above: with the model it was judged by, and what each level stands on. */
import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { presentModels } from '../posts/post-model.sql.ts'
import { type Fit, fitOf } from '../rules/fit.ts'
import { modelsOf } from './gaps.ts'

const levelRow = z.object({ skillId: id, level: z.int().nullable(), class: z.int().nullable(), at: z.date().nullable() })

function levelsOf(db: Db, staffId: string, skillIds: readonly string[]) {
  return rowsOf(db, levelRow)`
    select s.skill_id as "skillId", s.level::int as level, s.class::int as class, s.at
    from skill.staff_skill s
    where s.company_id = ${db.companyId} and s.staff_id = ${staffId} and s.skill_id = any (${skillIds}::uuid[])`
}

export interface PostFit {
  /** Of the post's model. */
  readonly number: number
  readonly fit: Fit
  readonly skills: readonly {
    readonly skillId: string
    readonly name: string
    readonly requiredLevel: number
    readonly weight: number
    readonly isKey: boolean
    /** Null: not measured, or tested without reaching a level. */
    readonly level: number | null
    readonly class: number | null
    readonly at: Date | null
  }[]
}

/** Undefined: the post has no model. */
export async function postFit(
  db: Db,
  { postId, staffId }: { readonly postId: string; readonly staffId: string },
): Promise<PostFit | undefined> {
  const model = (await modelsOf(db, [postId])).get(postId)
  if (!model) return undefined
  const levels = await levelsOf(
    db,
    staffId,
    model.demands.map(({ skillId }) => skillId),
  )
  const shown = new Map(levels.map((one) => [one.skillId, one]))
  return {
    number: model.number,
    fit: fitOf(model.demands, (skillId) => shown.get(skillId)),
    skills: model.demands.map(({ skillId, skillName, requiredLevel, weight, isKey }) => {
      const { level = null, class: evidence = null, at = null } = shown.get(skillId) ?? {}
      return { skillId, name: skillName, requiredLevel, weight, isKey, level, class: evidence, at }
    }),
  }
}

/** The numbers of the present models of these posts; who has none is not in it. */
export async function modelNumbers(db: Db, postIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await presentModels(db, postIds)).map(({ postId, number }) => [postId, number]))
}
