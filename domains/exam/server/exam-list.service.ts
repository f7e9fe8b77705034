import { startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { DataScope, Db } from '@kaopei/server'
import { countExams, type ExamFilter, selectExamPage, selectPlainPage } from './exam.sql.ts'
import { plainRowOf, rowOf } from './exam-answer.ts'

type ExamQuery = {
  name?: string | undefined
  status?: number | number[] | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
  publishBeginTime?: string | undefined
  publishEndTime?: string | undefined
  source?: number | undefined
  examSource?: number | undefined
  examUseWay?: number | undefined
}
type ListWish = { companyId: string; now: Date; query: ExamQuery; pageIndex: number; pageSize: number }

/** With the figures of the people of the scope. */
export async function listExams(db: Db, { now, query, pageIndex, pageSize, scope }: ListWish & { readonly scope: DataScope }) {
  const filter = filterOf(query, await timeZoneOf(db))
  const page = { filter, scope, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }
  const rows = await selectExamPage(db, page)
  return { dataList: rows.map((row) => rowOf(row, now)), totalCount: await countExams(db, filter, now) }
}

/** The exams themselves. */
export async function listPlainExams(db: Db, { now, query, pageIndex, pageSize }: ListWish) {
  const filter = filterOf(query, await timeZoneOf(db))
  const rows = await selectPlainPage(db, { filter, now, limit: pageSize, offset: (pageIndex - 1) * pageSize })
  return { dataList: rows.map((row) => plainRowOf(row, now)), totalCount: await countExams(db, filter, now) }
}

/** Days are those of the company's clocks, each meant to its end. */
function filterOf(
  { name, status, beginTime, endTime, publishBeginTime, publishEndTime, source, examSource, examUseWay }: ExamQuery,
  timeZone: string,
): ExamFilter {
  const statuses = status === undefined ? [] : Array.isArray(status) ? status : [status]
  const isDay = (given: string) => given.length === 10
  const from = (given: string) => (isDay(given) ? startOfDay(given, timeZone) : new Date(given))
  const until = (given: string) => (isDay(given) ? startOfDay(given, timeZone, 1) : new Date(given))
  return {
    name,
    statuses,
    source,
    examSource,
    examUseWay,
    from: beginTime ? from(beginTime) : undefined,
    until: endTime ? until(endTime) : undefined,
    publishedFrom: publishBeginTime ? from(publishBeginTime) : undefined,
    publishedUntil: publishEndTime ? until(publishEndTime) : undefined,
  }
}
