/** The list as a workbook, with the reach of whoever asked; personality only with the right for it. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, readableContacts, searchesContacts, shownAccount } from '@kaopei/org/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { contestState } from '../../contract/codes.ts'
import { partState, postVerdictWords } from '../../contract/post-codes.ts'
import { type PostReport, postReport, type ReportPart } from '../../contract/post-report.ts'
import { postResultFilter } from '../../contract/post-result.ts'
import { missingWords, normText } from '../../contract/post-words.ts'
import { report } from '../../contract/report.ts'
import { type StoredPostResult, selectPostResultsBehind, selectScaleResults } from './result.sql.ts'

const pageSize = 500

const payload = z.object({
  filter: postResultFilter,
  scope: dataScopeShape,
  seesPersonality: z.boolean(),
  sight: contactSightShape,
  count: z.int(),
})
type Payload = z.output<typeof payload>

export const exportPostResultsJob = trackedJob({
  kind: 'evaluation.posts',
  title: () => '岗位测评报告',
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction(async (db) => {
      const columns = wish.seesPersonality ? [...plainColumns, ...personalityColumns] : plainColumns
      const sheets = [{ name: '岗位测评报告', columns, rows: resultRows(db, wish) }]
      await exportWorkbook(tracked, { fileName: '岗位测评报告.xlsx', sheets })
    })
  },
})

const number = (title: string, width = 12): ColumnSpec => ({ title, kind: 'number', width })
const plainColumns: ColumnSpec[] = [
  { title: '姓名', width: 12 },
  { title: '登录账号', width: 18 },
  { title: '部门', width: 22 },
  { title: '岗位', width: 20 },
  { title: '岗位测评', width: 28 },
  { title: '通用知识', width: 12 },
  number('通用知识得分率（%）', 18),
  number('通用知识平均（%）', 18),
  number('通用知识 n'),
  { title: '专业技能', width: 12 },
  number('专业技能得分率（%）', 18),
  number('专业技能平均（%）', 18),
  number('专业技能 n'),
  { title: '职业性格', width: 12 },
  number('匹配度（%）'),
  number('已测比重（%）', 14),
  { title: '结论', width: 12 },
  number('岗位模型版本', 14),
  { title: '未达到的技能', width: 30 },
  { title: '缺少', width: 22 },
  number('报告版次'),
  { title: '异议', width: 10 },
  { title: '出具时间', kind: 'datetime', width: 20 },
]
const personalityColumns: ColumnSpec[] = [
  { title: '职业性格各维度', width: 60 },
  { title: '职业性格常模', width: 34 },
]

async function* resultRows(db: Db, { filter, scope, seesPersonality, sight }: Payload): AsyncGenerator<readonly CellInput[]> {
  let after: string | null = null
  const asked = { scope, isSearched: searchesContacts(sight, scope) }
  while (true) {
    const rows = await selectPostResultsBehind(db, asked, filter, { after, limit: pageSize })
    const staffIds = rows.map(({ staffId }) => staffId)
    const isReadable = await readableContacts(db, sight, staffIds)
    const words = seesPersonality ? await personalityWords(db, rows) : undefined
    for (const row of rows) {
      const account = shownAccount(row.loginAccount, isReadable(row.staffId))
      const personality = words ? (words.get(row.personalityResultId ?? '') ?? ['-', '-']) : []
      yield [...plainCells(row, account), ...personality]
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.postResultId
  }
}

function plainCells(row: StoredPostResult, account: string): CellInput[] {
  const parsed: PostReport = postReport.parse(row.report)
  const { knowledge, skill, personality, fit } = parsed
  const below = (fit?.skills ?? []).filter(({ isBelow }) => isBelow).map(({ name }) => name)
  return [
    ...[
      row.isGone ? `${row.staffName}（已离职）` : row.staffName,
      account,
      row.departmentName ?? '',
      row.postName,
      row.assessmentName,
    ],
    ...partCells(knowledge, row.knowledgeScore),
    ...partCells(skill, row.skillScore),
    ...[stateOf(personality), row.fit, row.measuredShare, postVerdictWords[row.verdict].label, fit?.modelNumber ?? null],
    ...[below.join('、'), missingWords(parsed).join('、'), row.number, contestState.label(row.contestState), row.issuedAt],
  ]
}

const stateOf = (part: ReportPart | null) => (part ? partState.label(part.state) : '不含')

function partCells(part: ReportPart | null, score: number | null): CellInput[] {
  const mean = part?.exam?.meanShare ?? null
  return [stateOf(part), score, mean === null ? null : Math.round(mean * 1000) / 10, part?.exam?.n ?? null]
}

/** By the result of the scale: its dimensions, and whom they are compared with. */
async function personalityWords(
  db: Db,
  rows: readonly StoredPostResult[],
): Promise<ReadonlyMap<string, [dimensions: string, norm: string]>> {
  const ids = rows.flatMap(({ personalityResultId }) => personalityResultId ?? [])
  const found = ids.length === 0 ? [] : await selectScaleResults(db, ids)
  return new Map(
    found.map(({ evaluationResultId, isVoid, report: content }) => {
      const parsed = report.parse(content)
      const words = parsed.dimensions.map(
        ({ name, mean, compared }) =>
          `${name} ${mean ?? '-'}${compared?.percentile == null ? '' : `（百分位 ${compared.percentile}）`}`,
      )
      return [evaluationResultId, [`${isVoid ? '（已作废）' : ''}${words.join('；')}`, normText(parsed)]]
    }),
  )
}
