import { cut, type InputOf, protocolErrors, startOfDay } from '@kaopei/contract'
import { pictureUrl, showPictures } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Context, type Db, type Handlers, implement } from '@kaopei/server'
import { projectErrors } from '../../contract/errors.ts'
import { project } from '../../contract/project.ts'
import { isChangeable, isDeletable, isRunning } from '../../contract/status.ts'
import { projectTotals } from '../../contract/totals.ts'
import { replaceRules, selectRules } from '../notices/rule.sql.ts'
import { followTargets } from '../outline/change.ts'
import { outlineOf } from '../outline/outline.sql.ts'
import { selectSessions } from '../outline/sessions-of.sql.ts'
import { countUp } from '../outline/write.sql.ts'
import { freezeProject } from '../progress/freeze.ts'
import { freeLecturers } from '../sessions/lecturer.ts'
import { askDerive } from '../standing/derive.job.ts'
import { copyAudiences, markAudiences } from './audiences.sql.ts'
import { daysBetween, earliestOf, refuseUnattached, shifted, writeCopy } from './copy.ts'
import { faultsOf } from './faults.ts'
import { keptFields } from './kept-fields.ts'
import {
  countRunning,
  findFigures,
  findProject,
  insertProject,
  lockProject,
  type Project,
  type ProjectFields,
  removeProject,
  updateProject,
} from './project.sql.ts'
import { countProjects, figuresOf, type ProjectFilter, selectProjectPage } from './project-list.sql.ts'
import { transit } from './transit.ts'

const none = { learnerCount: 0, completedCount: 0, percent: null }
const source = 1

const handlers: Handlers<typeof project> = {
  list: async ({ pageIndex, pageSize, sortField: sort, sortOrder, ...query }, { db, scope }) => {
    const filter = await filterOf(db, query)
    const rows = await selectProjectPage(db, {
      filter,
      sort,
      isAscending: sortOrder === 'asc',
      limit: pageSize,
      offset: (pageIndex - 1) * pageSize,
    })
    const figures = await figuresOf(db, { projectIds: rows.map(({ id }) => id), scope })
    return {
      dataList: rows.map((row) => ({ ...row, projectId: row.id, source, ...none, ...figures.get(row.id) })),
      totalCount: await countProjects(db, filter),
    }
  },

  get: async ({ id }, { actor, db, fail, scope, services }) => {
    const found = await findProject(db, id)
    const figures = await findFigures(db, id)
    if (!found || !figures) return fail(protocolErrors.notFound)
    const people = await figuresOf(db, { projectIds: [id], scope })
    const { companyId, staffId: holderId } = actor
    const { outlineVersion: _outlineVersion, nextSlot: _nextSlot, ...facts } = found
    return {
      ...{ ...facts, ...figures, projectId: id, source },
      learnerCount: people.get(id)?.learnerCount ?? 0,
      information: showPictures(services, { companyId, holderId }, found.information),
      coverUrl: found.coverFileId && pictureUrl(services, { companyId, fileId: found.coverFileId }, { holderId }),
    }
  },

  create: async (wish, context) => {
    const { actor, db, record } = context
    const fields = await keptFields(context, wish, undefined)
    const id = await insertProject(db, fields, actor.staffId)
    record({ targetId: id, targetName: fields.name, after: fields })
    return { id, version: 1 }
  },

  modify: async ({ id, version, ...wish }, context) => {
    const { db, fail, now, record } = context
    const before = await lockProject(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    if (!isChangeable(before.status)) return fail(projectErrors.fixed)
    const fields = await keptFields(context, mergedFields(before, wish), before)
    await updateProject(db, id, fields, now)
    if (isRunning(before.status) && fields.beginTime?.getTime() !== before.beginTime?.getTime()) await beginElsewhen(db, id, now)
    record({ targetId: id, targetName: fields.name, before: fieldsOf(before), after: fields })
    return { id, version: version + 1 }
  },

  delete: async ({ id }, { actor, db, fail, now, record }) => {
    const before = await lockProject(db, id)
    if (!before) return fail(protocolErrors.notFound)
    if (!isDeletable(before.status)) return fail(projectErrors.notDraft)
    await freeLecturers(db, { projectId: id }, { reason: '培训项目已删除', by: actor.staffId })
    await removeProject(db, id, now)
    record({ targetId: id, targetName: before.name, before: fieldsOf(before) })
    return null
  },

  copy: async ({ id, name, beginTime, withGroups }, { actor, db, fail, now, record, scope }) => {
    const from = await findProject(db, id)
    const outline = await outlineOf(db, id)
    if (!from || !outline) return fail(protocolErrors.notFound)
    refuseUnattached(actor, outline, fail)
    const sessions = await selectSessions(db, id)
    const earliest = earliestOf(outline.stages, sessions)
    const days = daysBetween(from.beginTime ?? earliest ?? from.endTime ?? undefined, beginTime)
    const times = { beginTime: shifted(from.beginTime, days), endTime: shifted(from.endTime, days) }
    const fields = { ...fieldsOf(from), ...times, name: name ?? `${cut(from.name, 96)} 副本` }
    const projectId = await insertProject(db, fields, actor.staffId)
    await writeCopy(db, { projectId, outline, days, now })
    if (withGroups) await copyAudiences(db, { from: id, to: projectId, scope, actorId: actor.staffId, now })
    const rules = await selectRules(db, id)
    // Whoever may not set them gets none by copying.
    const maySetRules = scope.kind === 'all'
    if (maySetRules) await replaceRules(db, { projectId, rules, setBy: actor.staffId, now })
    record({ targetId: projectId, targetName: fields.name, after: { copyOf: from.name, shiftedDays: days } })
    return {
      id: projectId,
      shiftedDays: days,
      unbookedCount: sessions.filter(({ instructorId }) => instructorId !== null).length,
      leftRuleCount: maySetRules ? 0 : rules.length,
    }
  },

  faults: async ({ id }, { db, fail, now }) => {
    if (!(await findProject(db, id))) return fail(protocolErrors.notFound)
    return { faults: await faultsOf(db, id, now) }
  },

  upShelf: async ({ id }, context) => {
    const { db, fail, now } = context
    const changed = await moved(context, id, 'upShelf')
    const faults = await faultsOf(db, id, now)
    if (faults.length > 0) {
      const text = `项目还不能上架：${faults.map(({ message }) => message).join('；')}`
      return fail(projectErrors.notReady, { text, data: { faults } })
    }
    const outline = await outlineOf(db, id)
    if (outline) await followTargets(db, outline)
    // Off the shelf nobody came in by a followed department or group.
    await markAudiences(db, id)
    await askDerive(db, id)
    return changed
  },

  offShelf: ({ id }, context) => moved(context, id, 'offShelf'),
  end: async ({ id }, context) => {
    const changed = await moved(context, id, 'end')
    await freeLecturers(context.db, { projectId: id }, { reason: '培训项目已结束', by: context.actor.staffId })
    return changed
  },

  archive: async ({ id }, context) => {
    const changed = await moved(context, id, 'archive')
    await freezeProject(context.db, id)
    return changed
  },
}

export const projectEndpoints = [
  ...implement(project, handlers, { project_company_id_category_id_fkey: protocolErrors.notFound }),
  ...implement(projectTotals, { taskCount: (_input, { db }) => countRunning(db) }),
]

type Acting = Pick<Context<(typeof project)['end']>, 'actor' | 'db' | 'fail' | 'now' | 'record'>

async function moved(
  { actor, db, fail, now, record }: Acting,
  id: string,
  transition: Parameters<typeof transit>[1]['transition'],
) {
  const { before, status } = await transit(db, { projectId: id, transition, actorId: actor.staffId, now }, fail)
  record({ targetId: id, targetName: before.name, before: { status: before.status }, after: { status } })
  return { id, version: before.version + 1 }
}

/** What opens when is everybody's state anew. */
async function beginElsewhen(db: Db, id: string, now: Date): Promise<void> {
  const outline = await outlineOf(db, id)
  if (!outline) return
  await countUp(db, id, { unlockOrder: outline.unlockOrder, slots: 0, now })
  await askDerive(db, id)
}

function fieldsOf(row: Project) {
  const { name, categoryId, information, coverFileId, beginTime, endTime, notifyJoin, notifyBegin, notifyEnd } = row
  return { name, categoryId, information, coverFileId, beginTime, endTime, notifyJoin, notifyBegin, notifyEnd }
}

type Wish = Omit<InputOf<(typeof project)['modify']>, 'id' | 'version' | 'beginTime' | 'endTime'> & {
  readonly beginTime?: Date | null | undefined
  readonly endTime?: Date | null | undefined
}

/** What is not given stays. */
function mergedFields(before: ProjectFields, wish: Wish): ProjectFields {
  const orNull = <Value>(given: Value | undefined, stays: Value): Value => (given === undefined ? stays : given)
  return {
    name: wish.name ?? before.name,
    categoryId: orNull(wish.categoryId, before.categoryId),
    information: wish.information ?? before.information,
    coverFileId: orNull(wish.coverFileId, before.coverFileId),
    beginTime: orNull(wish.beginTime, before.beginTime),
    endTime: orNull(wish.endTime, before.endTime),
    notifyJoin: wish.notifyJoin ?? before.notifyJoin,
    notifyBegin: wish.notifyBegin ?? before.notifyBegin,
    notifyEnd: wish.notifyEnd ?? before.notifyEnd,
  }
}

type Query = Omit<ProjectFilter, 'from' | 'until'> & { beginTime?: string | undefined; endTime?: string | undefined }

/** Days are those of the company's clocks, the last one meant to its end. */
async function filterOf(db: Db, { beginTime, endTime, ...filter }: Query): Promise<ProjectFilter> {
  if (!beginTime && !endTime) return filter
  const zone = await timeZoneOf(db)
  return {
    ...filter,
    from: beginTime ? startOfDay(beginTime, zone) : undefined,
    until: endTime ? startOfDay(endTime, zone, 1) : undefined,
  }
}
