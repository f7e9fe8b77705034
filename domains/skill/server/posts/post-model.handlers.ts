import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { postModelErrors, skillErrors } from '../../contract/errors.ts'
import { postModel } from '../../contract/post-model.ts'
import type { Demand } from '../rules/fit.ts'
import { skillCards } from '../skills/skill.sql.ts'
import {
  findPost,
  insertVersion,
  lockModel,
  pageOfPosts,
  presentModels,
  selectDemands,
  selectPosts,
  selectVersions,
} from './post-model.sql.ts'

const handlers: Handlers<typeof postModel> = {
  getPostList: async ({ pageIndex, pageSize, ...filter }, { db }) => pageOfPosts(db, filter, { pageIndex, pageSize }),

  allPost: async (_input, { db }) => selectPosts(db),

  get: async ({ postId, before }, { db, fail }) => {
    const post = await findPost(db, postId)
    if (!post) return fail(postModelErrors.postMissing)
    const versions = await selectVersions(db, postId, before)
    const demands = await selectDemands(
      db,
      versions.map(({ id }) => id),
    )
    const of = Map.groupBy(demands, ({ versionId }) => versionId)
    return { postId, postName: post.name, versions: versions.map((one) => ({ ...one, skills: of.get(one.id) ?? [] })) }
  },

  save: async ({ postId, number, note, skills: wanted }, { actor, db, fail, now, record }) => {
    const post = await findPost(db, postId)
    if (!post) return fail(postModelErrors.postMissing)
    if (new Set(wanted.map(({ skillId }) => skillId)).size !== wanted.length) return fail(postModelErrors.repeated)
    const cards = await skillCards(
      db,
      wanted.map(({ skillId }) => skillId),
    )
    const present = await lockModel(db, postId)
    if (present !== number) return fail(protocolErrors.changed, { data: { number: present } })
    const [model] = await presentModels(db, [postId])
    const before = model ? await selectDemands(db, [model.versionId]) : []
    const wasKey = new Set(before.flatMap(({ skillId, isKey }) => (isKey ? [skillId] : [])))
    const skills = wanted.map((one) => ({ ...one, isKey: one.isKey ?? wasKey.has(one.skillId) }))
    // What was asked for before may stay, retired or not.
    const kept = new Set(before.map(({ skillId }) => skillId))
    const usable = new Set(cards.flatMap(({ id, isUsable }) => (isUsable || kept.has(id) ? [id] : [])))
    if (skills.some(({ skillId }) => !usable.has(skillId))) return fail(skillErrors.notUsable)
    if (textOf(before) === textOf(skills)) return fail(postModelErrors.unchanged)
    const next = present + 1
    await insertVersion(db, { postId, number: next, note, createdBy: actor.staffId, demands: skills }, now)
    record({
      targetId: postId,
      targetName: post.name,
      before: { number: present, skills: before.map(logged) },
      after: { number: next, note, skills },
    })
    return { number: next }
  },
}

const logged = ({ skillId, requiredLevel, weight, isKey }: Demand) => ({ skillId, requiredLevel, weight, isKey })
const textOf = (demands: readonly Demand[]) =>
  JSON.stringify(demands.map(logged).toSorted((a, b) => (a.skillId < b.skillId ? -1 : 1)))

export const postModelEndpoints = implement(postModel, handlers)
