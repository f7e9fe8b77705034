/** Reports as workbooks, of the same pages. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { evidenceClass, verdicts } from '../../contract/codes.ts'
import { spreadText, verdictWords } from '../../contract/words.ts'
import { heatOf } from './heat.ts'
import { courseDepartments, coursePeople, type Page, postDepartments, postPeople, skillPeople } from './report.service.ts'

const asked = z.object({
  beginTime: z.string().optional(),
  endTime: z.string().optional(),
  departmentId: z.string().optional(),
  isDirect: z.boolean().optional(),
  keyWords: z.string().optional(),
  postId: z.string().optional(),
  skillId: z.string().optional(),
  groupId: z.string().optional(),
})
const payload = z.object({
  report: z.enum(['heat', 'skillPeople', 'postDepartments', 'postPeople', 'courseDepartments', 'coursePeople']),
  asked,
  scope: dataScopeShape,
  isOpen: z.boolean(),
  fields: z.array(z.string()),
})
export type ReportPayload = z.output<typeof payload>

const titles: Readonly<Record<ReportPayload['report'], string>> = {
  heat: '部门技能',
  skillPeople: '个人技能',
  postDepartments: '部门岗位匹配',
  postPeople: '个人岗位匹配',
  courseDepartments: '部门推荐课程',
  coursePeople: '个人推荐课程',
}

interface Column {
  readonly key: string
  readonly spec: ColumnSpec
}
const text = (key: string, title: string, width = 16): Column => ({ key, spec: { title, width } })
const number = (key: string, title: string): Column => ({ key, spec: { title, kind: 'number', width: 12 } })

const person = [text('name', '姓名'), text('jobNumber', '工号'), text('department', '部门', 22), text('post', '岗位', 18)]
const department = [text('name', '部门', 22), number('peopleCount', '人数')]
const columns: Readonly<Record<Exclude<ReportPayload['report'], 'heat'>, readonly Column[]>> = {
  skillPeople: [
    ...[...person, number('levelledCount', '有级别技能'), number('learntCount', '已学技能'), number('newCount', '期间新增证据')],
    ...[
      number('level', '所选技能级别'),
      text('class', '级别依据'),
      { key: 'lastAt', spec: { title: '最近证据', kind: 'datetime', width: 20 } },
    ],
  ] as readonly Column[],
  postDepartments: [
    ...[...department, number('judgedCount', '有岗位模型人数'), number('enoughCount', '达标'), number('belowCount', '不达标')],
    ...[
      number('untestedCount', '关键技能未测'),
      number('shortCount', '数据不足'),
      number('cautious', '平均谨慎匹配度（%）'),
      number('share', '平均已测比重（%）'),
      number('newCount', '期间新增证据'),
    ],
  ],
  postPeople: [
    ...[
      number('rank', '名次'),
      ...person,
      number('fit', '人岗匹配度（%）'),
      number('share', '已测比重（%）'),
      number('cautious', '谨慎匹配度（%）'),
    ],
    ...[
      text('verdict', '结论', 10),
      text('belowKeys', '低于要求的关键技能', 30),
      text('untestedKeys', '未测的关键技能', 30),
      number('newCount', '期间新增证据'),
    ],
  ],
  courseDepartments: [
    ...[
      ...department,
      number('gapPeopleCount', '有差距人数'),
      text('courses', '最需要的课程', 60),
      number('hours', '推荐总学时'),
    ],
    number('newCount', '期间新增证据'),
  ],
  coursePeople: [
    ...[
      ...person,
      number('gapCount', '差距技能'),
      number('courseCount', '推荐课程'),
      number('hours', '推荐学时'),
      text('courses', '课程与理由', 80),
    ],
    ...[text('left', '无课程可弥补', 40), number('newCount', '期间新增证据')],
  ],
}

/** Each portion ranks everybody anew. */
const portionSize = 5000

export const exportReportJob = trackedJob({
  kind: 'evaluation.skillReport',
  title: ({ report }) => titles[report],
  payload,
  run: async (wish, tracked) => {
    const name = titles[wish.report]
    await tracked.transaction(async (db) => {
      const sheet = wish.report === 'heat' ? await heatSheet(db, wish) : listSheet(db, wish, wish.report)
      await exportWorkbook(tracked, { fileName: `${name}.xlsx`, sheets: [{ name, ...sheet }] })
    })
  },
})

function listSheet(db: Db, wish: ReportPayload, report: Exclude<ReportPayload['report'], 'heat'>) {
  const named = columns[report].filter(({ key }) => wish.fields.includes(key))
  const chosen = named.length > 0 ? named : columns[report]
  return { columns: chosen.map(({ spec }) => spec), rows: rowsOf(db, wish, chosen) }
}

async function* rowsOf(db: Db, wish: ReportPayload, chosen: readonly Column[]): AsyncGenerator<readonly CellInput[]> {
  for (let offset = 0; ; offset += portionSize) {
    const page = await pageOf(db, wish, offset)
    for (const row of page?.dataList ?? []) yield chosen.map(({ key }) => cellOf(key, Reflect.get(row, key)))
    if (!page || page.dataList.length < portionSize) return
  }
}

function pageOf(
  db: Db,
  { report, scope, asked: given, isOpen }: ReportPayload,
  offset: number,
): Promise<Page<object> | undefined> {
  const portion = { limit: portionSize, offset, isOpen }
  switch (report) {
    case 'heat':
      return Promise.resolve(undefined)
    case 'skillPeople':
      return skillPeople(db, scope, given, { ...portion, now: databaseNow() })
    case 'postDepartments':
      return postDepartments(db, scope, given, portion)
    case 'postPeople':
      return postPeople(db, scope, given, portion)
    case 'courseDepartments':
      return courseDepartments(db, scope, given, { ...portion, isWhole: true })
    case 'coursePeople':
      return coursePeople(db, scope, given, portion)
  }
}

const verdict = z.enum(verdicts)
const verdictLabel = (value: unknown) => {
  const known = verdict.safeParse(value)
  return known.success ? verdictWords[known.data].label : ''
}

const named = z.object({ name: z.string(), reason: z.string().optional(), peopleCount: z.number().optional() })

/** What is a list becomes lines; coded values their words. */
function cellOf(key: string, value: unknown): CellInput {
  if (value === null || value === undefined) return ''
  if (key === 'verdict') return verdictLabel(value)
  if (key === 'class') return typeof value === 'number' ? evidenceClass.label(value) : ''
  if (Array.isArray(value)) return value.map(lineOf).join('\n')
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : ''
}

function lineOf(value: unknown): string {
  const of = named.safeParse(value)
  if (!of.success) return String(value)
  const { name, reason, peopleCount } = of.data
  return reason ? `${name}：${reason}` : `${name}（${peopleCount ?? 0} 人）`
}

const mostSkills = 2000

async function heatSheet(db: Db, { scope, asked: given, isOpen }: ReportPayload) {
  const wish = { ...given, pageIndex: 1, pageSize: mostSkills }
  const heat = await heatOf(db, scope, wish, { isOpen, isWhole: true, now: databaseNow() })
  const head: ColumnSpec[] = [
    { title: '部门', width: 22 },
    { title: '人数', kind: 'number', width: 8 },
  ]
  const of = heat.skills.flatMap(({ name }): ColumnSpec[] => [
    { title: `${name} 有级别人数`, kind: 'number', width: 12 },
    { title: `${name} 平均级别`, kind: 'number', width: 12 },
    { title: `${name} 覆盖率（%）`, kind: 'number', width: 12 },
    { title: `${name} 级别分布`, width: 36 },
    { title: `${name} 期间新增证据`, kind: 'number', width: 12 },
  ])
  const rows = heat.rows.map(({ name, peopleCount, cells }): readonly CellInput[] => [
    name,
    peopleCount,
    ...cells.flatMap(({ levelledCount, mean, coverage, counts, newCount }): CellInput[] => [
      levelledCount ?? '人数不足',
      ...[mean ?? '', coverage ?? '', counts ? spreadText(counts) : ''],
      newCount ?? '',
    ]),
  ])
  return { columns: [...head, ...of], rows }
}
