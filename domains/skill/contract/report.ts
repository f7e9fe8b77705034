/** 测评报表: skills, fit to posts and recommended courses, each by department and by person. */
import {
  dateInput,
  type Endpoint,
  type ErrorDef,
  endpoint,
  id,
  instant,
  type Menu,
  pageOf,
  pageQuery,
  text,
  tickFlag,
} from '@kaopei/contract'
import { z } from 'zod'
import { verdicts } from './codes.ts'
import { postModelErrors } from './errors.ts'
import { courseByDepartment, courseByPerson, postByDepartment, postByPerson, skillByDepartment, skillByPerson } from './menus.ts'

const base = '/api/v1/evaluation/report'
export const longestDays = 90
const dayMs = 86_400_000

/** What came in the period is counted. Levels of 技能报表 are those at the end of its last day, fits and gaps always those of now. */
const period = { beginTime: dateInput.optional(), endTime: dateInput.optional() }
const postId = id.optional()
const ofDepartments = { ...period, departmentId: id.optional(), keyWords: text(50, '关键字').optional(), postId }
/** `isDirect`: whose main department it is itself, without those below it. */
const ofPeople = { ...ofDepartments, isDirect: tickFlag.optional() }
const ofSkill = { ...ofPeople, skillId: id.optional() }
/** Skills of the post's model alone, or below a group. */
const ofHeat = { ...period, departmentId: id.optional(), postId, groupId: id.optional() }
export type ReportAsked = z.output<z.ZodObject<typeof ofSkill & typeof ofHeat>>

const isSound = ({ beginTime, endTime }: { beginTime?: string | undefined; endTime?: string | undefined }) =>
  !beginTime || !endTime || (endTime >= beginTime && (Date.parse(endTime) - Date.parse(beginTime)) / dayMs < longestDays)
const tooLong = { path: ['endTime'], error: `时间范围最多 ${longestDays} 天` }
const paged = <Shape extends typeof period>(asked: Shape) => pageQuery.extend(asked).refine(isSound, tooLong)
const exported = <Shape extends typeof period>(asked: Shape) =>
  z
    .object({ fields: z.array(z.string().max(40)).max(40).default([]) })
    .extend(asked)
    .refine(isSound, tooLong)

const count = z.int()
/** 0..100 with one place; null: nothing to divide by, or suppressed. */
const percent = z.number().nullable()
const person = {
  staffId: id,
  name: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  post: z.string().nullable(),
}

const skillPerson = z.object({
  ...person,
  levelledCount: count,
  learntCount: count,
  /** Evidence that came in the period. */
  newCount: count,
  /** Of the chosen skill; null: none, or none was chosen. */
  level: count.nullable(),
  class: count.nullable(),
  lastAt: instant.nullable(),
})
export type SkillPersonRow = z.input<typeof skillPerson>

const postPerson = z.object({
  ...person,
  /** Null: too little is measured to rank. */
  rank: count.nullable(),
  fit: percent,
  share: percent,
  cautious: percent,
  verdict: z.enum(verdicts),
  belowKeys: z.array(z.string()),
  untestedKeys: z.array(z.string()),
  newCount: count,
})
export type PostPersonRow = z.input<typeof postPerson>

const department = {
  ...{ id, name: z.string(), peopleCount: count, isSuppressed: z.boolean() },
  /** Without what is below it. */
  isOwn: z.boolean(),
  /** Of which post alone the figures are; null: of all that have a model. */
  postId: id.nullable(),
}
const postDepartment = z.object({
  ...department,
  /** People whose post has a model. */
  judgedCount: count.nullable(),
  enoughCount: count.nullable(),
  belowCount: count.nullable(),
  /** A key skill was never measured. */
  untestedCount: count.nullable(),
  shortCount: count.nullable(),
  /** Mean of the cautious fit. */
  cautious: percent,
  share: percent,
  newCount: count.nullable(),
})
export type PostDepartmentRow = z.input<typeof postDepartment>

const coursePerson = z.object({
  ...person,
  gapCount: count,
  courseCount: count,
  hours: z.number(),
  /** Each with its reason. */
  courses: z.array(z.object({ id, name: z.string(), hours: z.number(), reason: z.string() })),
  /** What no course closes, in words. */
  left: z.array(z.string()),
  newCount: count,
})
export type CoursePersonRow = z.input<typeof coursePerson>

const courseDepartment = z.object({
  ...department,
  gapPeopleCount: count.nullable(),
  /** Those that most people need, at most five. */
  courses: z.array(z.object({ id, name: z.string(), peopleCount: count })),
  hours: z.number().nullable(),
  newCount: count.nullable(),
})
export type CourseDepartmentRow = z.input<typeof courseDepartment>

const heatCell = z.object({
  skillId: id,
  /** People with a level; null: suppressed. */
  levelledCount: count.nullable(),
  mean: z.number().nullable(),
  /** Levelled of all people of the department. */
  coverage: percent,
  counts: z.array(count).nullable(),
  /** Evidence that came in the period. */
  newCount: count.nullable(),
})
const heat = z.object({
  asOf: instant,
  /** Levels of a day that is over, made of the evidence that was known then. */
  isPast: z.boolean(),
  /** There are more departments than are shown at once. */
  isCut: z.boolean(),
  /** Skills of the page; `totalCount` of all that were asked for. */
  skills: z.array(z.object({ id, name: z.string(), group: z.string() })),
  totalCount: count,
  rows: z.array(z.object({ id, name: z.string(), peopleCount: count, isOwn: z.boolean(), cells: z.array(heatCell) })),
})
export type Heat = z.input<typeof heat>

const list = <Shape extends typeof period, Row extends z.ZodType, const Err extends ErrorDef = never>(
  name: string,
  summary: string,
  menu: Menu<'view'>,
  { asked, row, errors = [] }: { readonly asked: Shape; readonly row: Row; readonly errors?: readonly Err[] },
) =>
  endpoint({
    path: `${base}/${name}`,
    summary,
    access: menu.rights.view,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: paged(asked),
    output: pageOf(row),
    errors,
  })

const exporting = <Shape extends typeof period>(name: string, summary: string, menu: Menu<'view' | 'export'>, asked: Shape) =>
  endpoint({
    path: `${base}/${name}`,
    summary,
    access: menu.rights.export,
    audit: { action: 'export', target: 'skill-report' },
    scope: 'department',
    input: exported(asked),
    output: z.object({ jobId: id }),
  })

export const skillReport = {
  /** Skills × departments: of the groups, or one department's own. Twenty skills a page. */
  heat: endpoint({
    path: `${base}/heat`,
    summary: '部门技能热力图',
    access: skillByDepartment.rights.view,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: z
      .object({
        ...ofHeat,
        pageIndex: z.coerce.number().int().min(1).max(1000).default(1),
        pageSize: z.coerce.number().int().min(1).max(40).default(20),
      })
      .refine(isSound, tooLong),
    output: heat,
  }),
  exportHeat: exporting('exportHeat', '导出部门技能', skillByDepartment, ofHeat),
  skillPeople: list('skillPeople', '个人技能报表', skillByPerson, { asked: ofSkill, row: skillPerson }),
  exportSkillPeople: exporting('exportSkillPeople', '导出个人技能', skillByPerson, ofSkill),
  postDepartments: list('postDepartments', '部门岗位匹配报表', postByDepartment, { asked: ofDepartments, row: postDepartment }),
  exportPostDepartments: exporting('exportPostDepartments', '导出部门岗位匹配', postByDepartment, ofDepartments),
  postPeople: list('postPeople', '个人岗位匹配报表', postByPerson, {
    asked: ofPeople,
    row: postPerson,
    errors: [postModelErrors.noModel],
  }),
  exportPostPeople: endpoint({
    path: `${base}/exportPostPeople`,
    summary: '导出个人岗位匹配',
    access: postByPerson.rights.export,
    audit: { action: 'export', target: 'skill-report' },
    scope: 'department',
    input: exported(ofPeople),
    output: z.object({ jobId: id }),
    errors: [postModelErrors.noModel],
  }),
  courseDepartments: list('courseDepartments', '部门推荐课程报表', courseByDepartment, {
    asked: ofDepartments,
    row: courseDepartment,
    errors: [postModelErrors.tooManyPeople],
  }),
  exportCourseDepartments: exporting('exportCourseDepartments', '导出部门推荐课程', courseByDepartment, ofDepartments),
  coursePeople: list('coursePeople', '个人推荐课程报表', courseByPerson, { asked: ofPeople, row: coursePerson }),
  exportCoursePeople: exporting('exportCoursePeople', '导出个人推荐课程', courseByPerson, ofPeople),
} satisfies Record<string, Endpoint>
