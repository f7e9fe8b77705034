import { type LogWords, maskContacts } from '@kaopei/contract'
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { fieldLabel } from '../contract/field-labels.ts'
import { logResult, logSource, operationLogFilter } from '../contract/operation-log.ts'
import { valueInWords } from '../contract/value-words.ts'
import { type LogFilter, streamLog } from './operation-log.sql.ts'
import { changedFields } from './rules/changed-fields.ts'
import { operationOf, resultOf, type Summaries, sourceOf } from './rules/log-words.ts'
import { inLabels, type LoggedLabels } from './rules/logged-labels.ts'

const columns = [
  { title: '时间', kind: 'datetime', width: 20 },
  { title: '操作人' },
  { title: '代为查看者' },
  { title: '操作' },
  { title: '结果' },
  { title: '对象' },
  { title: '变更内容' },
  { title: '原因' },
  { title: 'IP 地址' },
  { title: '来源' },
  { title: '请求编号' },
] as const

/** What the log is read by: names of calls, of fields and of coded values. */
export interface Readings {
  readonly summaries: Summaries
  readonly words: LogWords
  readonly labels: LoggedLabels
}

/** The log as a workbook. It is read through a cursor in one transaction, so it is the log of one moment. */
export function logExport(readings: Readings) {
  return trackedJob({
    kind: 'platform.operationLog',
    title: () => '操作日志',
    payload: operationLogFilter,
    run: async (filter, tracked) => {
      await tracked.transaction(async (db) => {
        const rows = rowsOf(await streamLog(db, filter), readings)
        return exportWorkbook(tracked, { fileName: '操作日志.xlsx', sheets: [{ name: '操作日志', columns, rows }] })
      })
    },
  })
}

const inWords = (json: string | null, words: LogWords) => (json === null ? '无' : valueInWords(json, { words }))

type Streamed = Awaited<ReturnType<typeof streamLog>> extends AsyncIterable<infer Row> ? Row : never

async function* rowsOf(log: AsyncIterable<Streamed>, { summaries, words, labels }: Readings) {
  for await (const row of log) {
    const labelOf = labels.of(row.path)
    const changes = changedFields(row.before, row.after).map((change) => inLabels(change, labelOf))
    yield [
      row.at,
      maskContacts(row.actor_name),
      row.impersonator_name ?? '',
      operationOf(row, summaries),
      logResult.label(resultOf(row.action)),
      row.target_name === null ? (row.target_id ?? '') : maskContacts(row.target_name),
      changes
        .map(({ field, before, after }) => `${fieldLabel(field, words)}：${inWords(before, words)} → ${inWords(after, words)}`)
        .join('\n'),
      maskContacts(row.reason ?? ''),
      row.ip ?? '',
      logSource.label(sourceOf(row.target)),
      row.request_id ?? '',
    ]
  }
}

/** The filter as people read it in the download centre. */
export function conditionsOf(filter: LogFilter, summaries: Summaries): Record<string, string> {
  const { beginTime, endTime, keyWords, operation, result, source, isImpersonated, actorId, target, targetId } = filter
  return {
    ...((beginTime || endTime) && { 时间: `${beginTime ?? ''} 至 ${endTime ?? ''}` }),
    ...(keyWords && { 关键字: keyWords }),
    ...(operation && { 操作: summaries.get(operation) ?? operation }),
    ...(result !== undefined && { 结果: logResult.label(result) }),
    ...(source !== undefined && { 来源: logSource.label(source) }),
    ...(isImpersonated !== undefined && { 视角: isImpersonated ? '他人代为查看' : '本人操作' }),
    ...(actorId && { 操作人: '指定人员' }),
    ...((target || targetId) && { 对象: '指定对象' }),
  }
}
