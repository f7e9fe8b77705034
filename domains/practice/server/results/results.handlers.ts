import { protocolErrors } from '@kaopei/contract'
import { searchFor } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, departmentCondition, peopleInScope, readableContacts, shownAccount } from '@kaopei/org/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { contentsOf, knowledgePointsByIds, plainText, questionCards } from '@kaopei/question/server'
import { type Actor, type Context, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { practiceErrors } from '../../contract/errors.ts'
import { practiceResults } from '../../contract/practice-results.ts'
import { masterySince, pointsOf } from '../learn/mastery.ts'
import { countPeople, peopleOfPractice } from '../people/audience.sql.ts'
import { findPractice, type PracticeRow } from '../practices/practice.sql.ts'
import { countReports } from '../reports/report.sql.ts'
import { optionCounts } from '../rules/option-counts.ts'
import { weakPointMap } from '../rules/weak-point-map.ts'
import { exportResultsJob } from './export.job.ts'
import { countPeopleOf, countRunsOf, type PeopleFilter, type ResultPerson, selectPeople, selectRunsOf } from './people.sql.ts'
import {
  countQuestionsOf,
  selectDays,
  selectDepartments,
  selectMastery,
  selectOptions,
  selectPoints,
  selectQuestions,
  selectSummary,
} from './results.sql.ts'

const handlers: Handlers<typeof practiceResults> = {
  summary: async ({ practiceId }, { actor, db, fail, scope }) => {
    const practice = await known(db, practiceId, fail)
    const of = { practiceId, scope }
    return {
      ...(await selectSummary(db, of)),
      staffCount: await countPeople(db, practice, scope),
      openReportCount: await countReports(db, { scope, readerId: actor.staffId, practiceId, state: 0 }),
      days: await selectDays(db, of, await timeZoneOf(db)),
    }
  },

  people: async ({ pageIndex, pageSize, ...wish }, context) => {
    const { actor, db } = context
    const filter = await peopleFilter(wish, context)
    const rows = await selectPeople(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await withShownAccounts(db, actor, rows), totalCount: await countPeopleOf(db, filter) }
  },

  person: async ({ practiceId, staffId }, { db, fail, now, scope }) => {
    await known(db, practiceId, fail)
    if ((await peopleInScope(db, scope, [staffId])).length === 0) return fail(protocolErrors.notFound)
    const points = await pointsOf(db, staffId, now, { seesAll: true })
    const runCount = await countRunsOf(db, practiceId, staffId)
    return { runs: await selectRunsOf(db, practiceId, staffId), runCount, points }
  },

  questions: async ({ practiceId, sort, pageIndex, pageSize }, { db, fail, scope }) => {
    await known(db, practiceId, fail)
    const of = { practiceId, scope }
    const rows = await selectQuestions(db, of, { sort, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const cards = new Map(
      (
        await questionCards(
          db,
          rows.map(({ questionId }) => questionId),
        )
      ).map((card) => [card.id, card]),
    )
    const dataList = rows.map((row) => {
      const card = cards.get(row.questionId)
      const { stemText = '（已删除）', type = 1, bankName = '-' } = card ?? {}
      return { ...row, stemText, type, bankName, isReady: Boolean(card?.readyVersionId) }
    })
    return { dataList, totalCount: await countQuestionsOf(db, of) }
  },

  distractors: async ({ practiceId, questionId }, { db, fail, scope }) => {
    await known(db, practiceId, fail)
    const [card] = await questionCards(db, [questionId])
    const versionId = card?.readyVersionId ?? card?.latestVersionId
    const content = versionId ? (await contentsOf(db, [versionId])).get(versionId) : undefined
    if (!content) return fail(protocolErrors.notFound)
    return optionCounts(content, await selectOptions(db, { practiceId, scope }, [questionId]), plainText)
  },

  points: async ({ practiceId }, { db, fail, scope }) => {
    await known(db, practiceId, fail)
    const rows = await selectPoints(db, { practiceId, scope })
    const names = await namesOf(
      db,
      rows.map(({ knowledgePointId }) => knowledgePointId),
    )
    return { dataList: rows.map((row) => ({ ...row, name: names.get(row.knowledgePointId) ?? '（已删除）' })) }
  },

  departments: async ({ practiceId }, { db, fail, scope }) => {
    await known(db, practiceId, fail)
    return { dataList: await selectDepartments(db, { practiceId, scope }) }
  },

  weakPoints: async ({ departmentId, knowledgePointIds }, { db, now, scope }) => {
    const since = masterySince(now)
    const cells = await selectMastery(db, { scope, departmentId, pointIds: knowledgePointIds, since })
    return weakPointMap(cells, await namesOf(db, [...new Set(cells.map((cell) => cell.knowledgePointId))]))
  },

  export: async (wish, context) => {
    const { actor, db, fail, record, scope } = context
    const practice = await known(db, wish.practiceId, fail)
    const count = await countPeopleOf(db, await peopleFilter(wish, context))
    if (count === 0) return fail(practiceErrors.nothingToExport)
    const payload = { ...wish, practiceName: practice.name, count, scope, sight: contactSight(actor) }
    const conditions = { 练习: practice.name, ...(await wordsOf(db, wish)), 人数: count }
    const { jobId } = await startTrackedJob(db, actor, exportResultsJob, payload, { conditions })
    record({ targetId: practice.id, targetName: practice.name, after: { jobId, count } })
    return { jobId }
  },
}

export const practiceResultEndpoints = implement(practiceResults, handlers)

async function known(db: Db, practiceId: string, fail: Fail<typeof protocolErrors.notFound>): Promise<PracticeRow> {
  return (await findPractice(db, practiceId)) ?? fail(protocolErrors.notFound)
}

/** What was asked for, as people say it. */
async function wordsOf(db: Db, { keyWords, departmentId, hasPractised }: PeopleWish) {
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(await departmentCondition(db, departmentId)),
    练习情况: hasPractised ? '已练习' : '未练习',
  }
}

interface PeopleWish {
  readonly practiceId: string
  readonly keyWords?: string | undefined
  readonly departmentId?: string | undefined
  readonly hasPractised: boolean
}

async function peopleFilter(
  { practiceId, keyWords, departmentId, hasPractised }: PeopleWish,
  { actor, db, fail, scope }: Pick<Context<typeof practiceResults.people>, 'actor' | 'db' | 'fail' | 'scope'>,
): Promise<PeopleFilter> {
  const practice = await known(db, practiceId, fail)
  const notYet = hasPractised ? undefined : await peopleOfPractice(db, practice)
  return { practiceId, scope, departmentId, notYet, search: searchFor(actor, scope, keyWords) }
}

async function namesOf(db: Db, pointIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await knowledgePointsByIds(db, pointIds)).map(({ id, name }) => [id, name]))
}

/** Accounts as the caller may see them. */
async function withShownAccounts(db: Db, actor: Actor, rows: readonly ResultPerson[]): Promise<ResultPerson[]> {
  const staffIds = rows.map(({ staffId }) => staffId)
  const isReadable = await readableContacts(db, contactSight(actor), staffIds)
  return rows.map((row) => ({ ...row, loginAccount: shownAccount(row.loginAccount, isReadable(row.staffId)) }))
}
