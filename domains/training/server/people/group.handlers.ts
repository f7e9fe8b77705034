import { protocolErrors } from '@kaopei/contract'
import { areTheirs, namedRows, peopleOfTargets, uniqueTargets } from '@kaopei/learning/server'
import { type Handlers, implement } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { projectStaffErrors } from '../../contract/errors.ts'
import { projectGroups } from '../../contract/groups.ts'
import { bringFollowed, dropUnfollowed, takeIn } from './audience.service.ts'
import { projectAudiences } from './audience.sql.ts'
import { hasStrangers } from './enrol.sql.ts'
import { changeableProject, findProject, openProject } from './project.sql.ts'

const handlers: Handlers<typeof projectGroups> = {
  list: async ({ projectId, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    if (!(await findProject(db, projectId))) return fail(protocolErrors.notFound)
    const place = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await projectAudiences.page(db, projectId, { ...place, actorId: actor.staffId, scope })
    return { dataList: await namedRows(db, rows), totalCount: await projectAudiences.count(db, projectId) }
  },

  associate: async ({ projectId, mode, ...given }, { actor, db, fail, now, record, scope }) => {
    const project = await openProject(db, projectId, fail)
    const targets = uniqueTargets(given)
    if (!(await areTheirs(db, targets, scope))) return fail(projectStaffErrors.groupRefused)
    const isLive = mode === attachMode.live
    const people = peopleOfTargets(db, targets, scope)
    const attached = { ...targets, mode, scope, actorId: actor.staffId, now }
    if (isLive) await projectAudiences.upsert(db, projectId, { ...attached, staffCount: 0 })
    const joined = isLive ? await bringFollowed(db, projectId, now) : await takeIn(db, { projectId, people, reason: 'hand', now })
    if (!isLive) await projectAudiences.upsert(db, projectId, { ...attached, staffCount: joined.eligible })
    // What was followed until now is a snapshot from now on.
    const removedCount = isLive ? 0 : await dropUnfollowed(db, projectId)
    record({ targetId: projectId, targetName: project.name, after: { ...targets, mode, addedCount: joined.added } })
    return { addedCount: joined.added, repeatedCount: joined.eligible - joined.added, removedCount }
  },

  remove: async ({ projectId, ...given }, { db, fail, record, scope }) => {
    const project = await changeableProject(db, projectId, fail)
    const targets = uniqueTargets(given)
    const attached = await projectAudiences.select(db, projectId)
    const named = attached.filter(({ id, kind }) => (kind === 'group' ? targets.groupIds : targets.departmentIds).includes(id))
    const followed = named.filter(({ mode }) => mode === attachMode.live)
    if (followed.length > 0) {
      const people = peopleOfTargets(db, targets, null)
      if (await hasStrangers(db, { projectId, people, scope })) return fail(projectStaffErrors.groupOutOfScope)
    }
    await projectAudiences.remove(db, projectId, targets)
    // What was attached, not what was asked for.
    const idsOfKind = (kind: 'group' | 'department') => named.flatMap((one) => (one.kind === kind ? [one.id] : []))
    const before = { groupIds: idsOfKind('group'), departmentIds: idsOfKind('department') }
    const removedCount = followed.length > 0 ? await dropUnfollowed(db, projectId) : 0
    record({ targetId: projectId, targetName: project.name, before, after: { removedCount } })
    return { removedCount }
  },
}

export const groupEndpoints = implement(projectGroups, handlers)
