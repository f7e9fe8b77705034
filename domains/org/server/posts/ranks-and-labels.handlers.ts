import { protocolErrors } from '@kaopei/contract'
import { type Handlers, hasConsole } from '@kaopei/server'
import { postErrors } from '../../contract/errors.ts'
import type { label, rank } from '../../contract/post.ts'
import { noteStaffChanged } from '../events.ts'
import { withoutGrowth } from '../staff/change.service.ts'
import {
  deleteLabel,
  deleteRank,
  findRank,
  insertLabel,
  insertRank,
  pageOfRanks,
  renameLabel,
  selectLabels,
  updateRank,
} from './ranks-and-labels.sql.ts'

const mostLabels = 500

export const rankConstraints = { rank_name_unique: postErrors.rankNameTaken }
export const labelConstraints = { label_name_unique: postErrors.labelNameTaken }

export const rankHandlers: Handlers<typeof rank> = {
  list: async ({ pageIndex, pageSize, keyWords, ids }, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    return pageOfRanks(db, { keyWords, ids }, { pageIndex, pageSize })
  },

  save: async ({ name, level, descript = '' }, { db, record }) => {
    const id = await insertRank(db, { name, level, descript })
    record({ targetId: id, targetName: name, after: { name, level, descript } })
    return { id }
  },

  update: async (input, { db, fail, record }) => {
    const before = await findRank(db, input.id)
    if (!before) return fail(protocolErrors.notFound)
    const { name = before.name, level = before.level, descript = before.descript } = input
    const isUpdated = await updateRank(db, input, { name, level, descript })
    const after = await findRank(db, input.id)
    if (!after) return fail(protocolErrors.notFound)
    if (!isUpdated) return fail(protocolErrors.changed, { data: after })
    record({ targetId: after.id, targetName: after.name, before, after })
    return after
  },

  delete: async ({ id, targetId = null }, context) => {
    const { db, now, fail, record } = context
    const found = await findRank(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (targetId !== null && (targetId === id || !(await findRank(db, targetId)))) return fail(postErrors.badTarget)
    if (targetId === null && found.staffCount > 0) return fail(postErrors.inUse, { data: { staffCount: found.staffCount } })
    const movedStaffCount = await withoutGrowth(context, null, () => deleteRank(db, id, targetId, now))
    record({ targetId: id, targetName: found.name, before: found, after: { targetId, movedStaffCount } })
    if (movedStaffCount > 0) await noteStaffChanged(context, null)
    return { movedStaffCount }
  },
}

export const labelHandlers: Handlers<typeof label> = {
  list: async (_input, { actor, db, fail }) => (hasConsole(actor) ? selectLabels(db) : fail(protocolErrors.noPermission)),

  save: async ({ name }, { db, fail, record }) => {
    if ((await selectLabels(db)).length >= mostLabels) return fail(postErrors.tooManyLabels)
    const id = await insertLabel(db, name)
    record({ targetId: id, targetName: name, after: { name } })
    return { id }
  },

  update: async ({ id, name, version }, { db, fail, record }) => {
    const former = await renameLabel(db, { id, name, version })
    if (former === undefined) {
      const current = (await selectLabels(db)).find((one) => one.id === id)
      return current ? fail(protocolErrors.changed, { data: current }) : fail(protocolErrors.notFound)
    }
    record({ targetId: id, targetName: name, before: { name: former }, after: { name } })
    return { id }
  },

  delete: async ({ id }, context) => {
    const { db, fail, record } = context
    const name = await withoutGrowth(context, null, () => deleteLabel(db, id))
    if (name === undefined) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: name, before: { name } })
    await noteStaffChanged(context, null)
  },
}
