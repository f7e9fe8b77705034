import { isDeepStrictEqual } from 'node:util'
import { cut, protocolErrors } from '@kaopei/contract'
import { closedExams, countClosedExams } from '@kaopei/exam/server'
import { copyParts, insertPaper, readPaper } from '@kaopei/paper/server'
import { type Context, type Handlers, hasConsole, implement, mayUse } from '@kaopei/server'
import { participationMode, practiceStatus, storedStatus } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import { practiceManage } from '../../contract/menus.ts'
import { type PracticeSave, practice } from '../../contract/practice.ts'
import { areTheirs, copyAudiences, selectAudiences } from '../people/audience.sql.ts'
import { copyStaff } from '../people/staff.sql.ts'
import { practiceStatusAt } from '../rules/practice-status-at.ts'
import {
  countQuestions,
  lockedPractice,
  plainRowOf,
  readDetail,
  type Saving,
  setAudiences,
  setSources,
  setStaff,
  valuesAfter,
  valuesOf,
} from './practice.service.ts'
import {
  countPractices,
  insertPractice,
  type PracticeRow,
  type PracticeValues,
  selectPlainPractices,
  selectPractices,
  updatePractice,
  updateState,
} from './practice.sql.ts'
import { checkPublish, publishPractice } from './publish.service.ts'
import { copySources } from './sources.sql.ts'

type Save = Context<typeof practice.save>
const listOf = <Item>(given: Item | Item[] | undefined): Item[] =>
  given === undefined ? [] : Array.isArray(given) ? given : [given]

const handlers: Handlers<typeof practice> = {
  listByPage: async ({ name, status, pageIndex, pageSize }, { db, now, scope }) => {
    const filter = { name, statuses: listOf(status) }
    const rows = await selectPractices(db, { filter, now, scope, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: rows.map((row) => ({
        ...plainRowOf(row, now),
        creatorName: row.creatorName,
        practisedCount: row.practisedCount,
      })),
      totalCount: await countPractices(db, filter, now),
    }
  },

  listSearch: async ({ query, status, pageIndex, pageSize }, { actor, db, now, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    const open = [practiceStatus.notStarted, practiceStatus.inProgress]
    const filter = { name: query, statuses: status === undefined ? open : listOf(status) }
    const rows = await selectPlainPractices(db, { filter, now, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: rows.map((row) => plainRowOf(row, now)), totalCount: await countPractices(db, filter, now) }
  },

  get: async ({ id }, { db, now, scope }) => readDetail(db, { id, scope, now }),

  save: async (input, context) => {
    const { actor, db, now, fail, scope } = context
    const { id, mode } = input.id === undefined ? await create(input, context) : await change(input, input.id, context)
    const saving = { practiceId: id, scope, actorId: actor.staffId, now, fail }
    await setPeople(input, mode, saving, context)
    return readDetail(db, { id, scope, now })
  },

  copy: async ({ id, name, withStaff }, { actor, db, now, fail, record, scope }) => {
    const source = await lockedPractice(db, { id, version: undefined, now })
    const values = { ...valuesOf(source), name: name ?? `${cut(source.name, 94)}（副本）`, startAt: null, endAt: null }
    const paperId = await insertPaper(db)
    await copyParts(db, { from: source.paperId, to: paperId })
    const copied = await insertPractice(db, { createdBy: actor.staffId, paperId, now }, values)
    await copySources(db, { from: id, to: copied })
    await countQuestions(db, { id: copied, paperId })
    let people = { staffCount: 0, skippedCount: 0 }
    if (withStaff) {
      const audiences = await selectAudiences(db, id)
      const idsOf = (kind: string) => audiences.flatMap((one) => (one.kind === kind ? [one.id] : []))
      const targets = { departmentIds: idsOf('department'), groupIds: idsOf('group') }
      const isTheirs = scope.kind === 'all' || audiences.length === 0 || (await areTheirs(db, targets, scope))
      if (!isTheirs) return fail(practiceErrors.audienceOutOfScope)
      people = await copyStaff(db, { from: id, to: copied, scope, now })
      await copyAudiences(db, { from: id, to: copied })
    }
    record({ targetId: copied, targetName: values.name, after: { copiedFrom: id, ...(withStaff && people) } })
    return { id: copied, ...people }
  },

  remove: async ({ id }, { db, now, fail, record }) => {
    const before = await lockedPractice(db, { id, version: undefined, now })
    if (before.status !== storedStatus.draft) return fail(practiceErrors.notDraft, { text: '只能删除草稿，已发布的练习请结束' })
    await updateState(db, id, { removedAt: now }, now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return {}
  },

  checks: async ({ id }, { db, now }) => checkPublish(db, { id, now }),

  publish: async ({ id, version, ignoreWarnings }, { db, now, fail, record, scope }) => {
    const before = await lockedPractice(db, { id, version, scope, now })
    const questionCount = await publishPractice(db, { practice: before, now, ignoreWarnings, fail })
    const status = storedStatus.published
    record({ targetId: id, targetName: before.name, before: { status: before.status }, after: { status, questionCount } })
    return readDetail(db, { id, scope, now })
  },

  end: async ({ id, version }, { db, now, fail, record, scope }) => {
    const before = await lockedPractice(db, { id, version, scope, now })
    if (before.status === storedStatus.draft) return fail(practiceErrors.notPublished)
    if (practiceStatusAt(before, now) === practiceStatus.ended) return fail(practiceErrors.ended)
    const status = storedStatus.endedByHand
    await updateState(db, id, { status, endedAt: now }, now)
    record({ targetId: id, targetName: before.name, before: { status: before.status }, after: { status } })
    return readDetail(db, { id, scope, now })
  },

  endedExams: async ({ name, pageIndex, pageSize }, { db, now }) => {
    const exams = await closedExams(db, { name, now, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = []
    for (const { id, name: title, paperId, openAt, closeAt } of exams) {
      const { questionCount } = await readPaper(db, paperId)
      dataList.push({ id, name: title, admissionStartTime: openAt, admissionEndTime: closeAt, questionCount })
    }
    return { dataList, totalCount: await countClosedExams(db, { name, now }) }
  },
}

export const practiceEndpoints = implement(practice, handlers)

interface Saved {
  readonly id: string
  readonly mode: number
}

async function create(input: PracticeSave, { actor, db, now, fail, record }: Save): Promise<Saved> {
  if (!mayUse(actor, practiceManage.rights.add.code)) return fail(protocolErrors.noPermission)
  const values = valuesAfter(input, undefined)
  refuseInverted(values, fail)
  const paperId = await insertPaper(db)
  const id = await insertPractice(db, { createdBy: actor.staffId, paperId, now }, values)
  if (input.examinationList) await setSources(db, { practiceId: id, now, fail }, input.examinationList)
  await countQuestions(db, { id, paperId })
  record({ action: 'create', targetId: id, targetName: values.name, after: { name: values.name } })
  return { id, mode: values.participationMode }
}

async function change(input: PracticeSave, id: string, context: Save): Promise<Saved> {
  const { db, now, fail, record, scope } = context
  const before = await lockedPractice(db, { id, version: input.version ?? 0, scope, now })
  refuseOtherStatus(input, before, fail)
  if (before.status === storedStatus.endedByHand) return fail(practiceErrors.ended)
  const after = valuesAfter(input, before)
  refuseInverted(after, fail)
  if (input.examinationList) {
    if (before.status !== storedStatus.draft) return fail(practiceErrors.frozen, { text: '练习已发布，不能修改来源考试' })
    await setSources(db, { practiceId: id, now, fail }, input.examinationList)
    await countQuestions(db, before)
  }
  await updatePractice(db, id, after, now)
  record({ targetId: id, targetName: after.name, ...difference(valuesOf(before), after) })
  return { id, mode: after.participationMode }
}

/** Lists that belong to another way of taking part than the chosen one stay for whoever goes back to it. */
async function setPeople(input: PracticeSave, mode: number, saving: Saving, { db }: Pick<Save, 'db'>): Promise<void> {
  const { participationStaffList, participationDepartmentList: departmentIds, participationGroupList: groupIds } = input
  if (mode === participationMode.chosen && participationStaffList) await setStaff(db, saving, participationStaffList)
  if (mode === participationMode.audience && (departmentIds || groupIds))
    await setAudiences(db, saving, { departmentIds, groupIds })
}

function refuseInverted({ startAt, endAt }: PracticeValues, fail: Save['fail']): void {
  if (startAt && endAt && endAt <= startAt) fail(practiceErrors.timesInverted)
}

/** A client that takes a draft for published, or the other way round, has an old picture of it. */
function refuseOtherStatus(input: PracticeSave, before: PracticeRow, fail: Save['fail']): void {
  if (input.status === undefined || (input.status === 1) === (before.status !== storedStatus.draft)) return
  fail(practiceErrors.frozen, { text: '练习状态已变化，请刷新后重试' })
}

function difference(before: PracticeValues, after: PracticeValues) {
  const old: Record<string, unknown> = Object.fromEntries(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, old[name]))
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old[name]])),
    after: Object.fromEntries(changed),
  }
}
