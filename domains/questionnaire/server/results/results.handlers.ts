import { protocolErrors } from '@kaopei/contract'
import { fileUrl } from '@kaopei/files/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { departmentCondition } from '@kaopei/org/server'
import { type Context, type DataScope, type Db, type Fail, type Handlers, implement, type Services } from '@kaopei/server'
import { audienceMode, sheetState } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { resultErrors } from '../../contract/errors.ts'
import { type ExportFilter, fewest, questionnaireResults, type SheetFilter } from '../../contract/results.ts'
import { isWritten } from '../../contract/rules/is-written.ts'
import { fileIdsIn } from '../answering/learn.handlers.ts'
import { waitingIn } from '../answering/waiting.ts'
import { countUnanswered, invitedPeople } from '../people/people.sql.ts'
import { findQuestionnaire, type Questionnaire, takenPartIn } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { pictureUrlsOf } from '../questionnaires/shown-questionnaire.ts'
import { maskOf, sizeOf } from '../rules/counting.ts'
import { figuresOf } from '../rules/figures.ts'
import { crossTableOf } from './cross-table.ts'
import { exportSheetsJob } from './export.job.ts'
import {
  countFound,
  countSheets,
  countTexts,
  findSheet,
  noteLook,
  selectPacked,
  selectSheets,
  selectTexts,
  sheetsOf,
} from './sheets.sql.ts'
import { mayShow } from './shown-sets.ts'
import { toldQuestions } from './told-questions.ts'

const handlers: Handlers<typeof questionnaireResults> = {
  statistics: async ({ id, ...filter }, { db, fail, scope, services }) => {
    const found = await someQuestionnaire(db, id, fail)
    refuseFilter(found, filter, fail)
    const definition = await definitionIn(db, found)
    const { isAnonymous, layout } = found
    const head = await headOf({ db, services, scope }, found)
    if (!layout) return { ...head, sheetCount: 0, screenedOutCount: 0, isTooFew: false, figures: [] }
    if (isAnonymous && !found.isSettled) await noteLook(db, id)
    const groups = await selectPacked(db, { questionnaireId: id, scope, ...filter })
    const sheets = sheetsOf(groups, layout.width)
    if (isAnonymous && sheets.count < fewest)
      return { ...head, sheetCount: null, screenedOutCount: null, isTooFew: true, figures: [] }
    const isFiltered = isAnonymous && filter.answered.length > 0
    const [shown] = isFiltered ? await mayShow(db, { questionnaireId: id, layout, sheets, groups }, [filter.answered]) : []
    if (isFiltered && !shown) return fail(resultErrors.tooClose)
    const mask = maskOf(sheets, layout, filter.answered)
    const told = isAnonymous ? await toldQuestions(db, { found, definition }, { sheets, mask }) : new Set<string>()
    const screenedOut = isAnonymous ? 0 : await countSheets(db, { questionnaireId: id, scope, state: sheetState.screenedOut })
    return {
      ...head,
      ...{ sheetCount: sizeOf(mask, sheets.count), screenedOutCount: screenedOut, isTooFew: false },
      figures: figuresOf(definition, layout, { sheets, mask, isAnonymous, beside: shown?.beside, told }),
    }
  },

  crossTable: async ({ id, rows, columns, ...filter }, { db, fail, scope }) => {
    const found = await someQuestionnaire(db, id, fail)
    refuseFilter(found, filter, fail)
    if (found.isAnonymous && 'by' in rows) return fail(resultErrors.personHidden)
    if (!mayFilter(found)) return fail(resultErrors.filterWhileOpen)
    const { layout, isAnonymous } = found
    if (!layout) return fail(resultErrors.notTable)
    const definition = await definitionIn(db, found)
    const groups = await selectPacked(db, { questionnaireId: id, scope, ...filter })
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    if (isAnonymous && count < fewest) return fail(resultErrors.tooFew)
    const wish = { questionnaireId: id, rows, columns, filters: filter.answered, isAnonymous }
    return crossTableOf(db, { definition, layout, groups }, wish, fail)
  },

  answers: async ({ id, pageIndex, pageSize, departmentId, ...wish }, { db, fail, scope }) => {
    await namedQuestionnaire(db, id, fail)
    const search = { ...wish, questionnaireId: id, scope, ...(departmentId && { departmentIds: [departmentId] }) }
    return {
      dataList: await selectSheets(db, search, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countFound(db, search),
    }
  },

  answer: async ({ id, sheetId }, { actor, db, fail, scope, services }) => {
    const found = await namedQuestionnaire(db, id, fail)
    const sheet = await findSheet(db, { questionnaireId: id, scope }, sheetId)
    if (!sheet) return fail(protocolErrors.notFound)
    const definition = await definitionIn(db, found)
    const { companyId } = actor
    const files = fileIdsIn(sheet.answers).map((fileId) => [fileId, fileUrl(services, { companyId, fileId })])
    return { ...sheet, definition, fileUrls: { ...pictureUrlsOf(services, companyId, definition), ...Object.fromEntries(files) } }
  },

  texts: async ({ id, question, keyWords, pageIndex, pageSize }, { db, fail, scope }) => {
    const found = await someQuestionnaire(db, id, fail)
    const definition = await definitionIn(db, found)
    if (!takesWords(definition, question)) return fail(resultErrors.notText)
    const wish = { scope: { questionnaireId: id, scope }, question, keyWords }
    if (found.isAnonymous) {
      // Words that only some wrote are a filter like any other.
      if (keyWords) return fail(resultErrors.filterWhileOpen, { text: '匿名问卷的文字答案不能搜索' })
      if (!found.isSettled) await noteLook(db, id)
      if ((await toldQuestions(db, { found, definition })).has(question)) return fail(resultErrors.tooFew)
    }
    const totalCount = await countTexts(db, wish)
    if (found.isAnonymous && totalCount < fewest) return fail(resultErrors.tooFew)
    return { dataList: await selectTexts(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize }), totalCount }
  },

  export: async ({ id, isCoded, format, fields, ...filter }, { actor, db, fail, record, scope }) => {
    const found = await someQuestionnaire(db, id, fail)
    if (found.isAnonymous && isNarrow(filter)) return fail(resultErrors.exportWhole)
    // Of a filter by answers the most that it may leave.
    const count = await countFound(db, { questionnaireId: id, scope, ...filter })
    if (found.isAnonymous && count < fewest) return fail(resultErrors.tooFew)
    if (count === 0 && isNarrow(filter)) return fail(resultErrors.noneFound)
    const payload = { questionnaireId: id, name: found.name, count, scope, isCoded, filter }
    const conditions = { 问卷: found.name, 答卷: count, 选项: isCoded ? '编号' : '文字', ...(await conditionsOf(db, filter)) }
    const { jobId } = await startTrackedJob(db, actor, exportSheetsJob, payload, { output: { format, fields }, conditions })
    record({ targetId: id, targetName: found.name, after: { jobId, count, isCoded, isFiltered: isNarrow(filter) } })
    return { jobId }
  },
}

export const resultEndpoints = implement(questionnaireResults, handlers)

async function someQuestionnaire(db: Db, id: string, fail: Fail<typeof protocolErrors.notFound>): Promise<Questionnaire> {
  return (await findQuestionnaire(db, id)) ?? fail(protocolErrors.notFound)
}

type NamedFail = Context<(typeof questionnaireResults)['answers']>['fail']

async function namedQuestionnaire(db: Db, id: string, fail: NamedFail): Promise<Questionnaire> {
  const found = await findQuestionnaire(db, id)
  if (!found) return fail(protocolErrors.notFound)
  return found.isAnonymous ? fail(resultErrors.sheetsHidden) : found
}

/** Filters of an anonymous one wait until nothing changes any more: two moments of one filter would differ by whoever came between. */
const mayFilter = ({ isAnonymous, isSettled }: Questionnaire) => !isAnonymous || isSettled

type FilterFail = Fail<(typeof resultErrors)['personHidden' | 'filterWhileOpen']>

function refuseFilter(found: Questionnaire, filter: SheetFilter, fail: FilterFail): void {
  if (!found.isAnonymous) return
  if (filter.departmentIds.length > 0 || filter.startDate || filter.endDate) fail(resultErrors.personHidden)
  if (filter.answered.length > 0 && !mayFilter(found)) fail(resultErrors.filterWhileOpen)
}

/** As people read them in the download centre. */
async function conditionsOf(db: Db, { answered, departmentIds, startDate, endDate, keyWords, state }: ExportFilter) {
  return {
    ...(keyWords && { 姓名: keyWords }),
    ...(state !== undefined && { 状态: sheetState.label(state) }),
    ...(await departmentCondition(db, ...departmentIds)),
    ...((startDate || endDate) && { 提交日期: `${startDate ?? ''} 至 ${endDate ?? ''}` }),
    ...(answered.length > 0 && { 答案: `选了 ${answered.length} 道题的指定选项` }),
  }
}

const isNarrow = ({ answered, departmentIds, ...rest }: ExportFilter) =>
  answered.length > 0 || departmentIds.length > 0 || Object.values(rest).some((wish) => wish !== undefined && wish !== '')

interface Heading {
  readonly db: Db
  readonly services: Services
  readonly scope: DataScope
}

async function headOf({ db, services, scope }: Heading, found: Questionnaire) {
  const takenPart = (await takenPartIn(db, [found.id], scope))(found.id)
  const isUnknown = found.audienceMode === audienceMode.link || (found.isAnonymous && scope.kind !== 'all')
  const invited = { questionnaireId: found.id, people: await invitedPeople(db, found), scope }
  return {
    ...takenPart,
    invitedCount: isUnknown ? null : takenPart.answeredCount + (await countUnanswered(db, invited)),
    ...(await waitingIn(db, services, found)),
    mayFilter: mayFilter(found),
  }
}

/** Something that people write into. */
function takesWords({ pages }: Definition, question: string): boolean {
  const element = pages.flatMap(({ elements }) => elements).find(({ id }) => id === question)
  return element !== undefined && isWritten(element)
}
