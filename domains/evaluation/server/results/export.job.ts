/** Exports of results and of analyses, with the reach of whoever asked. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, readableContacts, searchesContacts, shownAccount } from '@kaopei/org/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { contestState, resultState, scaleKind } from '../../contract/codes.ts'
import { basisText, type Report, report } from '../../contract/report.ts'
import { resultFilter } from '../../contract/result.ts'
import { departmentMeans } from './analysis.ts'
import { type Asked, selectResultsBehind } from './result.sql.ts'

const pageSize = 500

export const exportResultsJob = trackedJob({
  kind: 'evaluation.results',
  title: () => '测评结果',
  payload: z.object({
    filter: resultFilter,
    scope: dataScopeShape,
    seesPrivate: z.boolean(),
    sight: contactSightShape,
    count: z.int(),
  }),
  run: async ({ filter, count, sight, ...reach }, tracked) => {
    tracked.setTotal(count)
    await tracked.transaction(async (db) => {
      const asked = { ...reach, isSearched: searchesContacts(sight, reach.scope) }
      await exportWorkbook(tracked, {
        fileName: '测评结果.xlsx',
        sheets: [{ name: '测评结果', columns: resultColumns, rows: resultRows(db, { asked, filter, sight }) }],
      })
    })
  },
})

const resultColumns: ColumnSpec[] = [
  { title: '姓名', width: 12 },
  { title: '登录账号', width: 18 },
  { title: '部门', width: 22 },
  { title: '测评', width: 28 },
  { title: '量表', width: 24 },
  { title: '类型', width: 14 },
  { title: '状态', width: 10 },
  { title: '异议', width: 10 },
  { title: '比较的依据', width: 30 },
  { title: '维度', width: 16 },
  { title: '原始分', kind: 'number', width: 10 },
  { title: '均分', kind: 'number', width: 10 },
  { title: 'T 分', kind: 'number', width: 10 },
  { title: '百分位', kind: 'number', width: 10 },
  { title: '档次', width: 10 },
  { title: '出具时间', kind: 'datetime', width: 20 },
]

interface Walk {
  readonly asked: Asked
  readonly filter: z.output<typeof resultFilter>
  readonly sight: z.output<typeof contactSightShape>
}

/** One row a dimension: people sort and filter them as they need. */
async function* resultRows(db: Db, { asked, filter, sight }: Walk): AsyncGenerator<readonly CellInput[]> {
  let after: string | null = null
  while (true) {
    const rows = await selectResultsBehind(db, asked, filter, { after, limit: pageSize })
    const isReadable = await readableContacts(
      db,
      sight,
      rows.map(({ staffId }) => staffId),
    )
    for (const row of rows) {
      const { dimensions, norm }: Report = report.parse(row.report)
      for (const dimension of dimensions) {
        const { name, raw, mean, compared, band } = dimension
        yield [
          ...[row.staffName, shownAccount(row.loginAccount, isReadable(row.staffId)), row.departmentName ?? ''],
          ...[row.appointmentName, row.scaleName, scaleKind.label(row.kind), resultState.label(row.state)],
          ...[contestState.label(row.contestState), basisText(norm, dimension), name],
          ...[raw, mean, compared?.t ?? null, compared?.percentile ?? null, band?.label ?? '', row.issuedAt],
        ]
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.evaluationResultId
  }
}

export const exportAnalysisJob = trackedJob({
  kind: 'evaluation.analysis',
  title: ({ name }) => `${name}-部门分析`,
  payload: z.object({
    appointmentId: z.string(),
    departmentId: z.string().optional(),
    name: z.string(),
    dimensions: z.array(z.object({ id: z.string(), name: z.string() })),
    scope: dataScopeShape,
  }),
  run: async ({ name, dimensions, ...filter }, tracked) => {
    await tracked.transaction(async (db) => {
      const { rows, total } = await departmentMeans(
        db,
        filter,
        dimensions.map(({ id }) => id),
      )
      const columns: ColumnSpec[] = [
        { title: '部门', width: 28 },
        { title: '人数', kind: 'number', width: 8 },
        ...dimensions.map((one): ColumnSpec => ({ title: `${one.name}（均分）`, kind: 'number', width: 14 })),
      ]
      const lines: CellInput[][] = rows.map((row) => [row.departmentName, row.n, ...row.means])
      lines.push(['合计（满 3 人的部门）', total.n, ...total.means])
      await exportWorkbook(tracked, { fileName: `${name}-部门分析.xlsx`, sheets: [{ name: '部门分析', columns, rows: lines }] })
    })
  },
})
