import type { ReportField, ReportFieldGroup, ReportRow } from '@kaopei/web'
import { ToneTag, useMay } from '@kaopei/web'
import { z } from 'zod'
import { verdicts } from '../../contract/codes.ts'
import { skillMenu } from '../../contract/menus.ts'
import { verdictWords } from '../../contract/words.ts'
import type { PlannedDepartment } from '../people/department-plan.tsx'
import type { OpenedPerson } from './people-report.tsx'

const text = (value: string, lable: string, width = 130): ReportField => ({ value, lable, select: true, width })
const figure = (value: string, lable: string, tip?: string): ReportField => ({
  ...{ value, lable, select: true, align: 'right', width: 130 },
  ...(tip && { tip }),
})
const percent = (value: string, lable: string, tip: string): ReportField => ({
  ...figure(value, lable, tip),
  formatter: (cell) => (typeof cell === 'number' ? `${cell}%` : '-'),
})

const idAndName = z.object({ staffId: z.string(), name: z.string() })

const personName = (open: (person: OpenedPerson) => void): ReportField => ({
  ...text('name', '姓名', 110),
  fixed: 'left',
  formatter: (cell, row) => (
    <button
      type="button"
      className="kp-link"
      onClick={() => {
        const person = idAndName.safeParse(row)
        if (person.success) open(person.data)
      }}
    >
      {String(cell)}
    </button>
  ),
})

export const personGroup = (open: (person: OpenedPerson) => void): ReportFieldGroup => ({
  title: '人员',
  fields: [personName(open), text('jobNumber', '工号', 110), text('department', '部门', 160), text('post', '岗位', 150)],
})

export const newCount = figure('newCount', '期间新增证据', '所选时间范围内记录的证据条数；匹配度和差距始终是当前的。')

const small = '不足 5 人，为保护个人信息不显示'
const suppressedFigure = (field: ReportField): ReportField => ({
  ...field,
  formatter: (cell, row) =>
    row.isSuppressed === true ? (
      <span title={small}>***</span>
    ) : (
      (field.formatter?.(cell, row) ?? (typeof cell === 'number' ? cell : '-'))
    ),
})

const plannedDepartment = z.object({
  id: z.string(),
  name: z.string(),
  isOwn: z.boolean(),
  postId: z.string().nullable(),
})

function PlanButton({ row, onPlan }: { readonly row: ReportRow; readonly onPlan: (department: PlannedDepartment) => void }) {
  const mayPlan = useMay(skillMenu.rights.plan.code)
  const department = plannedDepartment.safeParse(row)
  if (!mayPlan || !department.success) return '-'
  const { data } = department
  return (
    <button type="button" className="kp-link" aria-label={`生成培训项目 ${data.name}`} onClick={() => onPlan(data)}>
      生成培训项目
    </button>
  )
}

export const departmentGroup = (onPlan: (department: PlannedDepartment) => void): ReportFieldGroup => ({
  title: '部门',
  fields: [
    { ...text('name', '部门', 180), fixed: 'left' },
    figure('peopleCount', '人数', '以该部门或其下级部门为主部门的在职人员'),
    { ...text('plan', '操作', 130), formatter: (_cell, row) => <PlanButton row={row} onPlan={onPlan} /> },
  ],
})

export const skillFields: ReportFieldGroup = {
  title: '技能',
  fields: [
    figure('levelledCount', '有级别技能', '有有效证据证明级别的技能数'),
    figure('learntCount', '已学技能', '学过课程、练习，但不因此有级别'),
    {
      ...figure('level', '所选技能级别', '选择技能后只列出有级别的人，从高到低'),
      formatter: (cell) => (typeof cell === 'number' ? `${cell} 级` : '-'),
    },
    newCount,
  ],
}

const names = z.array(z.string())
const verdict = z.enum(verdicts)
const fitTip = '已测技能中 Σ权重×min(实际/要求,1) ÷ Σ权重'
const shareTip = '已测技能的权重占全部权重的比例；低于 60% 为数据不足，不排名'
const cautiousTip = '未测技能按 0 计的匹配度，名次按它排列'

function verdictOf(cell: unknown, row: ReportRow) {
  const known = verdict.safeParse(cell)
  if (!known.success) return '-'
  const { label, tone } = verdictWords[known.data]
  const below = names.safeParse(row.belowKeys)
  const untested = names.safeParse(row.untestedKeys)
  return (
    <>
      <ToneTag tone={tone}>{label}</ToneTag> {below.success && below.data.length > 0 && `低于要求：${below.data.join('、')}`}{' '}
      {untested.success && untested.data.length > 0 && `未测：${untested.data.join('、')}`}
    </>
  )
}

export const fitFields: ReportFieldGroup = {
  title: '匹配',
  fields: [
    figure('rank', '名次', '数据不足者不排名'),
    percent('fit', '人岗匹配度', fitTip),
    percent('share', '已测比重', shareTip),
    percent('cautious', '谨慎匹配度', cautiousTip),
    { ...text('verdict', '结论', 240), formatter: verdictOf },
    newCount,
  ],
}

export const departmentFitFields: ReportFieldGroup = {
  title: '匹配',
  fields: [
    figure('judgedCount', '有岗位模型人数', '所在岗位有模型的人员，是各列的分母'),
    figure('enoughCount', '达标', '已测比重不低于 60%，关键技能全部测过且不低于要求'),
    figure('belowCount', '不达标', '有关键技能低于要求'),
    figure('untestedCount', '关键技能未测', '有关键技能从未测量，不能判断是否达标'),
    figure('shortCount', '数据不足', shareTip),
    percent('cautious', '平均谨慎匹配度', cautiousTip),
    percent('share', '平均已测比重', shareTip),
    newCount,
  ].map(suppressedFigure),
}

const courses = z.array(z.object({ id: z.string(), name: z.string(), hours: z.number(), reason: z.string() }))
const needed = z.array(z.object({ id: z.string(), name: z.string(), peopleCount: z.number() }))

export const courseFields: ReportFieldGroup = {
  title: '推荐课程',
  fields: [
    figure('gapCount', '差距技能', '低于岗位要求的技能数，未测量按 0 级'),
    figure('courseCount', '推荐课程'),
    figure('hours', '学时'),
    {
      ...text('courses', '课程与理由', 420),
      formatter: (cell) => {
        const found = courses.safeParse(cell)
        if (!found.success || found.data.length === 0) return '-'
        return found.data.map(({ id, name, hours, reason }) => (
          <div key={id} className="kp-skill-course">
            <strong>{name}</strong>（{hours} 学时）：{reason}
          </div>
        ))
      },
    },
    {
      ...text('left', '无课程可弥补', 240),
      formatter: (cell) => {
        const found = names.safeParse(cell)
        return found.success && found.data.length > 0 ? found.data.join('；') : '-'
      },
    },
    newCount,
  ],
}

export const departmentCourseFields: ReportFieldGroup = {
  title: '推荐课程',
  fields: [
    figure('gapPeopleCount', '有差距人数'),
    {
      ...text('courses', '最需要的课程', 360),
      formatter: (cell: unknown) => {
        const found = needed.safeParse(cell)
        if (!found.success || found.data.length === 0) return '-'
        return found.data.map(({ id, name, peopleCount }) => (
          <div key={id}>
            {name}（{peopleCount} 人）
          </div>
        ))
      },
    },
    figure('hours', '推荐总学时'),
    newCount,
  ].map(suppressedFigure),
}
