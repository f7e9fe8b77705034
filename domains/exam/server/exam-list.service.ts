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
}
type ListWish = { companyId: string; now: Date; query: ExamQuery; pageIndex: number; pageSize: number }

/** With the figures of the people of the scope. */
export async function listExams(
  db: Db,
  { companyId, now, query, pageIndex, pageSize, scope }: ListWish & { readonly scope: DataScope },
) {
  const filter = filterOf(query)
  const page = { filter, scope, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }
  const rows = await selectExamPage(db, companyId, page)
  return { dataList: rows.map((row) => rowOf(row, now)), totalCount: await countExams(db, companyId, filter, now) }
}

/** The exams themselves. */
export async function listPlainExams(db: Db, { companyId, now, query, pageIndex, pageSize }: ListWish) {
  const filter = filterOf(query)
  const rows = await selectPlainPage(db, companyId, { filter, now, limit: pageSize, offset: (pageIndex - 1) * pageSize })
  return { dataList: rows.map((row) => plainRowOf(row, now)), totalCount: await countExams(db, companyId, filter, now) }
}

function filterOf({ name, status, beginTime, endTime, publishBeginTime, publishEndTime, source }: ExamQuery): ExamFilter {
  const statuses = status === undefined ? [] : Array.isArray(status) ? status : [status]
  return {
    name,
    statuses,
    source,
    from: beginTime ? startOf(beginTime) : undefined,
    until: endTime ? endOf(endTime) : undefined,
    publishedFrom: publishBeginTime ? startOf(publishBeginTime) : undefined,
    publishedUntil: publishEndTime ? endOf(publishEndTime) : undefined,
  }
}

const chinaOffset = '+08:00'
const dayMs = 86_400_000

function startOf(given: string): Date {
  return new Date(given.length === 10 ? `${given}T00:00:00${chinaOffset}` : given)
}

/** A day is meant to its end. */
function endOf(given: string): Date {
  return given.length === 10 ? new Date(startOf(given).getTime() + dayMs) : new Date(given)
}
