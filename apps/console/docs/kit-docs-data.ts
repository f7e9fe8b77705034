import type { Student } from '@kaopei/org/parts'
import type { BoughtRow, CourseRow, ListSource, ReportFieldGroup, ReportRow } from '@kaopei/web'

// Obviously made-up rows for /docs/kit: short, long, none, a thousand, slow, broken.

export interface Thing {
  readonly id: string
  readonly name: string
  readonly group: string
  readonly count: number
}

const long = '新员工入职安全生产与职业健康综合培训（含消防演练、急救与心理健康专题）第三期延长班'

export const things: readonly Thing[] = Array.from({ length: 1000 }, (_, index) => ({
  id: String(index + 1),
  name: index === 1 ? long : `示例条目 ${index + 1}`,
  group: index % 3 === 0 ? '安全' : '生产',
  count: index * 7,
}))

/** Rows of this page, answered as a server would. */
export function listing<Row extends { readonly name: string }>(key: string, rows: readonly Row[]): ListSource<Row> {
  return {
    key,
    read: async ({ name, pageIndex, pageSize }) => {
      const found = rows.filter((row) => row.name.includes(typeof name === 'string' ? name : ''))
      const first = (Number(pageIndex) - 1) * Number(pageSize)
      return { dataList: found.slice(first, first + Number(pageSize)), totalCount: found.length }
    },
  }
}

export const broken: ListSource<Thing> = { key: 'docs broken', read: () => Promise.reject(new Error('连接中断')) }
export const endless: ListSource<Thing> = { key: 'docs endless', read: () => new Promise(() => undefined) }

export const students: readonly Student[] = Array.from({ length: 23 }, (_, index) => ({
  id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `学员${index + 1}`,
  loginAccount: `stu${String(index + 1).padStart(3, '0')}`,
  department: index === 2 ? '华东区域运营中心/制造一部/二车间/三班组/质量检验小组' : '生产部',
  phone: index % 4 === 0 ? null : '138****0000',
  email: index % 4 === 0 ? null : `stu${index + 1}@example.com`,
}))

export const courses: ListSource<CourseRow> = {
  key: 'docs courses',
  read: async ({ title, pageIndex, pageSize }, call) => {
    const page = await listing('docs course things', things).read({ name: title, pageIndex, pageSize }, call)
    return {
      totalCount: page.totalCount,
      dataList: page.dataList.map(({ id, name, count }) => ({ courseId: id, courseName: name, timeLength: count * 60 })),
    }
  },
}

export const bought: ListSource<BoughtRow> = listing('docs bought', [
  { id: 'b1', name: '通用安全课', courseCategoryName: '安全', limitType: 2 },
  { id: 'b2', name: '账号已用完的课', courseCategoryName: '管理', limitType: 1, limitCount: 50, surplusCount: 0 },
  { id: 'b3', name: '还有账号的课', courseCategoryName: null, limitType: 1, limitCount: 70, surplusCount: 3 },
])

export const reportGroups: readonly ReportFieldGroup[] = [
  {
    title: '基本信息',
    fields: [
      { lable: '名称', value: 'name', select: true, fixed: 'left', width: 260 },
      { lable: '分组', value: 'group', select: true, width: 100 },
    ],
  },
  {
    title: '学习情况',
    fields: [
      { lable: '学习人数', value: 'count', select: true, align: 'right', sortable: true, tip: '至少学过一门课的人数' },
      {
        lable: '完成率',
        value: 'rate',
        select: false,
        align: 'right',
        formatter: (_value, row) => `${Number(row.count) % 100}%`,
      },
    ],
  },
]

export const report: ListSource<ReportRow> = {
  key: 'docs report',
  read: (input, call) =>
    listing('docs report', things)
      .read(input, call)
      .then(({ dataList, totalCount }) => ({ dataList: dataList.map((row) => ({ ...row })), totalCount })),
}

const page = (number: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="580" height="800"><rect width="580" height="800" fill="white"/><text x="290" y="400" font-size="48" text-anchor="middle" fill="#51565d">第 ${number} 页</text></svg>`,
  )}`
export const pages = [1, 2, 3, 4].map(page)

/** Two seconds of a quiet tone. */
export function tone(): string {
  const rate = 8000
  const samples = rate * 2
  const wave = new DataView(new ArrayBuffer(44 + samples))
  const write = (at: number, text: string) =>
    [...text].forEach((letter, index) => void wave.setUint8(at + index, letter.charCodeAt(0)))
  write(0, 'RIFF')
  wave.setUint32(4, 36 + samples, true)
  write(8, 'WAVEfmt ')
  wave.setUint32(16, 16, true)
  wave.setUint16(20, 1, true)
  wave.setUint16(22, 1, true)
  wave.setUint32(24, rate, true)
  wave.setUint32(28, rate, true)
  wave.setUint16(32, 1, true)
  wave.setUint16(34, 8, true)
  write(36, 'data')
  wave.setUint32(40, samples, true)
  for (let at = 0; at < samples; at += 1) wave.setUint8(44 + at, 128 + Math.round(12 * Math.sin(at / 3)))
  return URL.createObjectURL(new Blob([wave.buffer], { type: 'audio/wav' }))
}

export const code = `# 两数之和
def two_sum(numbers, target):
    seen = {}
    for index, value in enumerate(numbers):
        if target - value in seen:
            return [seen[target - value], index]
        seen[value] = index  # 记住位置
    return "没有答案"
`
