import { protocolErrors } from '@kaopei/contract'
import { branchOf, type Db, type Handlers, hasConsole, whyNotBelow } from '@kaopei/server'
import { postErrors } from '../../contract/errors.ts'
import type { post, postGroup } from '../../contract/post.ts'
import { noteStaffChanged } from '../events.ts'
import { postGroupTree } from '../rules/post-group-tree.ts'
import { withoutGrowth } from '../staff/change.service.ts'
import {
  deletePost,
  findPost,
  insertPost,
  type PostGroup,
  pageOfPosts,
  postGroupTable,
  selectPostGroups,
  updatePost,
} from './tree.sql.ts'

const mostLevels = 10
const parentGone = '上级岗位组不存在或已被删除'

function infoOf(groups: readonly PostGroup[], group: PostGroup) {
  return { ...group, childCount: groups.filter(({ parentId }) => parentId === group.id).length }
}

async function groupIdsOf(db: Db, groupId: string | null | undefined): Promise<string[] | undefined> {
  return groupId ? [...branchOf(await selectPostGroups(db), groupId)] : undefined
}

export const postGroupHandlers: Handlers<typeof postGroup> = {
  getPostGroupTree: async (_input, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    return postGroupTree(await selectPostGroups(db))
  },
  getPostGroupInfo: async ({ groupId }, { db, fail }) => {
    const groups = await selectPostGroups(db)
    const found = groups.find(({ id }) => id === groupId)
    return found ? infoOf(groups, found) : fail(protocolErrors.notFound)
  },
  list: async ({ parentId, keyWords }, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    const groups = await selectPostGroups(db)
    const wanted = keyWords
      ? groups.filter(({ name }) => name.toLowerCase().includes(keyWords.toLowerCase()))
      : groups.filter((group) => group.parentId === (parentId ?? null))
    return wanted.map((group) => infoOf(groups, group))
  },

  save: async ({ name, parentId = null, sort }, { db, fail, record }) => {
    await postGroupTable.lock(db)
    const groups = await selectPostGroups(db)
    const why = whyNotBelow(groups, parentId, { mostLevels })
    if (why === 'missing') return fail(protocolErrors.notFound, { text: parentGone })
    if (why) return fail(postErrors.groupTooDeep)
    const id = await postGroupTable.insert(db, { name, parentId, sort })
    record({ targetId: id, targetName: name, after: { name, parentId } })
    return { id }
  },

  update: async (input, { db, fail, record }) => {
    await postGroupTable.lock(db)
    const groups = await selectPostGroups(db)
    const before = groups.find(({ id }) => id === input.id)
    if (!before) return fail(protocolErrors.notFound)
    if (before.version !== input.version) return fail(protocolErrors.changed, { data: infoOf(groups, before) })
    const parentId = input.parentId === undefined ? before.parentId : input.parentId
    const why = whyNotBelow(groups, parentId, { id: before.id, mostLevels })
    if (why === 'missing') return fail(protocolErrors.notFound, { text: parentGone })
    if (why) return fail(why === 'tooDeep' ? postErrors.groupTooDeep : postErrors.groupIntoItself)
    const change = { name: input.name ?? before.name, parentId, sort: input.sort ?? before.sort }
    await postGroupTable.update(db, input, change)
    const after = { ...before, ...change, version: before.version + 1 }
    record({ targetId: after.id, targetName: after.name, before, after })
    return infoOf(groups, after)
  },

  delete: async ({ id }, { db, fail, record }) => {
    await postGroupTable.lock(db)
    const groups = await selectPostGroups(db)
    const found = groups.find((group) => group.id === id)
    if (!found) return fail(protocolErrors.notFound)
    if (found.postCount > 0 || infoOf(groups, found).childCount > 0) return fail(postErrors.groupNotEmpty)
    await postGroupTable.delete(db, id)
    record({ targetId: id, targetName: found.name, before: found })
  },
}

/** What a violated constraint of these tables means to the person at the screen. */
export const postConstraints = {
  post_group_name_unique: postErrors.groupNameTaken,
  post_name_unique: postErrors.postNameTaken,
  post_company_id_group_id_fkey: postErrors.groupMissing,
}

export const postHandlers: Handlers<typeof post> = {
  list: async ({ pageIndex, pageSize, groupId, keyWords, ids }, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    const groupIds = await groupIdsOf(db, groupId)
    return pageOfPosts(db, { groupIds, keyWords, ids }, { pageIndex, pageSize })
  },

  save: async ({ name, groupId = null, code, descript = '', sort }, { db, record }) => {
    const fields = { name, groupId, code: code || null, descript }
    const id = await insertPost(db, { ...fields, sort })
    record({ targetId: id, targetName: name, after: fields })
    return { id }
  },

  update: async (input, context) => {
    const { db, fail, record } = context
    const before = await findPost(db, input.id)
    if (!before) return fail(protocolErrors.notFound)
    const isUpdated = await updatePost(db, input, {
      name: input.name ?? before.name,
      code: input.code === undefined ? before.code : input.code || null,
      groupId: input.groupId === undefined ? before.groupId : input.groupId,
      descript: input.descript ?? before.descript,
      sort: input.sort ?? before.sort,
    })
    const after = await findPost(db, input.id)
    if (!after) return fail(protocolErrors.notFound)
    if (!isUpdated) return fail(protocolErrors.changed, { data: after })
    record({ targetId: after.id, targetName: after.name, before, after })
    return after
  },

  delete: async ({ id, targetId = null }, context) => {
    const { db, now, fail, record } = context
    const found = await findPost(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (targetId !== null && (targetId === id || !(await findPost(db, targetId)))) return fail(postErrors.badTarget)
    if (targetId === null && found.staffCount > 0) return fail(postErrors.inUse, { data: { staffCount: found.staffCount } })
    const movedStaffCount = await withoutGrowth(context, null, () => deletePost(db, id, targetId, now))
    record({ targetId: id, targetName: found.name, before: found, after: { targetId, movedStaffCount } })
    if (movedStaffCount > 0) await noteStaffChanged(context, null)
    return { movedStaffCount }
  },
}
