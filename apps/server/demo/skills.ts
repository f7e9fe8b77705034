import { category } from '@kaopei/course/contract/category'
import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { post } from '@kaopei/org/contract/post'
import { staff } from '@kaopei/org/contract/staff'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { skillLink } from '@kaopei/skill/contract/link'
import { personSkill, skillPlan } from '@kaopei/skill/contract/person'
import { postModel } from '@kaopei/skill/contract/post-model'
import { skill } from '@kaopei/skill/contract/skill'
import { project } from '@kaopei/training/contract/project'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const groups: Readonly<Record<string, readonly string[]>> = {
  安全生产: ['危险源辨识', '动火作业监护', '用电安全', '应急处置', '安全检查'],
  设备运维: ['叉车操作', '设备点检', '故障诊断', '备件管理', '润滑保养'],
  质量管理: ['过程检验', '统计过程控制', '不合格品处置', '内审', '客诉分析'],
  数字能力: ['数据分析', '信息安全', '办公软件', '流程自动化', '系统使用'],
  团队管理: ['任务分配', '绩效沟通', '新人带教', '会议主持', '冲突处理'],
  通用能力: ['书面表达', '口头汇报', '时间管理', '跨部门协作', '问题解决'],
}
const behaviours = [
  '能说出要求和要点',
  '在指导下能按步骤完成',
  '能独立完成，并处理常见异常',
  '能处理复杂情况，并指导他人',
  '能改进方法，并为公司制定标准',
]
const levelNames = ['1级 了解', '2级 基本掌握', '3级 熟练', '4级 精通', '5级 专家']

/** Skill, required level, weight, key or not. */
type Demand = readonly [name: string, level: number, weight: number, isKey?: boolean]
const posts: Readonly<Record<string, readonly Demand[]>> = {
  安全员: [
    ['危险源辨识', 4, 5, true],
    ['动火作业监护', 3, 4, true],
    ['应急处置', 3, 3],
    ['安全检查', 3, 3],
    ['书面表达', 2, 1],
  ],
  叉车司机: [
    ['叉车操作', 3, 5, true],
    ['设备点检', 2, 3],
    ['危险源辨识', 2, 3],
    ['用电安全', 2, 2],
  ],
  质检员: [
    ['过程检验', 3, 5, true],
    ['统计过程控制', 3, 3],
    ['不合格品处置', 3, 3],
    ['数据分析', 2, 2],
  ],
  班组长: [
    ['任务分配', 3, 4],
    ['新人带教', 3, 3],
    ['绩效沟通', 3, 3],
    ['安全检查', 3, 4, true],
    ['问题解决', 3, 2],
  ],
  设备工程师: [
    ['故障诊断', 4, 5, true],
    ['设备点检', 3, 3],
    ['润滑保养', 3, 2],
    ['数据分析', 3, 2],
    ['用电安全', 3, 3],
  ],
}
const peopleOfPost = 8
const dayMs = 86_400_000

/** Short courses, each for one skill: its name, how far it leads, hours. */
const short: readonly (readonly [skill: string, level: number, hours: number])[] = [
  ['危险源辨识', 4, 6],
  ['动火作业监护', 3, 4],
  ['用电安全', 3, 3],
  ['应急处置', 3, 4],
  ['安全检查', 3, 3],
  ['叉车操作', 3, 8],
  ['设备点检', 3, 3],
  ['故障诊断', 4, 10],
  ['润滑保养', 3, 2],
  ['过程检验', 3, 4],
  ['统计过程控制', 3, 6],
  ['不合格品处置', 3, 3],
  ['数据分析', 3, 5],
  ['任务分配', 3, 2],
  ['绩效沟通', 3, 3],
  ['新人带教', 3, 3],
  ['问题解决', 3, 4],
]

/** Thirty skills, five posts with models, twenty courses, what courses lead to and knowledge points test, and evidence of forty people. */
export async function makeDemoSkills(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  const admin = stage.as(company.admin, true)
  const skills = await makeSkills(admin)
  await linkCourses(admin, skills)
  await writeShortCourses(admin, skills)
  await linkPoints(admin, skills)
  const hired = company.staff.slice(90, 90 + peopleOfPost * Object.keys(posts).length)
  let at = 0
  for (const [name, demands] of Object.entries(posts)) {
    // The last months have something to show.
    stage.now = new Date(today.getTime() - (60 - (at % 3) * 20) * dayMs)
    const { id: postId } = await admin.call(post.save, { name })
    const wished = demands.map(([skillName, requiredLevel, weight, isKey = false]) => ({
      ...{ skillId: idOf(skills, skillName), requiredLevel, weight, isKey },
    }))
    await admin.call(postModel.save, { postId, number: 0, note: '首版', skills: wished })
    const people = hired.slice(at, at + peopleOfPost)
    at += peopleOfPost
    await hire(admin, people, postId)
    await judge(
      admin,
      people,
      demands.map(([skillName, level]) => ({ skillId: idOf(skills, skillName), level })),
    )
  }
  await closeGaps(stage, admin, { name: '班组长', people: hired.slice(3 * peopleOfPost, 4 * peopleOfPost), skills, today })
  await stage.runJobs()
  stage.now = today
}

interface Gaps {
  readonly name: string
  readonly people: readonly DemoStaff[]
  readonly skills: ReadonlyMap<string, string>
  readonly today: Date
}

/** A project was made of a post's gaps; since then most were judged again, and show what is asked for: its effect can be seen. */
async function closeGaps(stage: Stage, admin: DemoClient, { name, people, skills, today }: Gaps): Promise<void> {
  stage.now = new Date(today.getTime() - 18 * dayMs)
  const [found] = (await admin.call(postModel.getPostList, { keyWords: name })).dataList
  if (!found) throw new Error(`${name} is no post of the demo`)
  const wish = { postId: found.id, who: { postId: found.id } }
  const { courses } = await admin.call(skillPlan.propose, wish)
  const courseIds = courses.map(({ id }) => id)
  const { projectId } = await admin.call(skillPlan.create, { ...wish, name: `${name}岗位差距培训`, courseIds, test: null })
  await admin.call(project.upShelf, { id: projectId })
  stage.now = new Date(today.getTime() - 3 * dayMs)
  for (const [place, { id: staffId }] of people.entries())
    for (const [at, [skillName, level]] of (posts[name] ?? []).entries()) {
      if ((place + at) % 4 === 3 || place === 5) continue
      // One still lacks a level in some.
      const shown = place === 2 && at % 3 === 0 ? level - 1 : level
      const note = '培训后现场复核'
      await admin.call(personSkill.judge, { staffId, skillId: idOf(skills, skillName), level: shown, note })
    }
}

function idOf(skills: ReadonlyMap<string, string>, name: string): string {
  const id = skills.get(name)
  if (id === undefined) throw new Error(`${name} is no skill of the demo`)
  return id
}

async function makeSkills(admin: DemoClient): Promise<ReadonlyMap<string, string>> {
  const skills = new Map<string, string>()
  for (const [group, names] of Object.entries(groups)) {
    const { id: parentId } = await admin.call(skill.create, { name: group, isGroup: true })
    for (const name of names) {
      const levels = behaviours.map((behaviour, place) => ({
        level: place + 1,
        name: levelNames[place] ?? '',
        behaviour: `${name}：${behaviour}`,
      }))
      const { id } = await admin.call(skill.create, { name, parentId, levels })
      skills.set(name, id)
    }
  }
  return skills
}

async function linkCourses(admin: DemoClient, skills: ReadonlyMap<string, string>): Promise<void> {
  const { dataList } = await admin.call(course.courseList, { pageIndex: 1, pageSize: 20 })
  const names = [...skills.keys()]
  for (const [place, { id }] of dataList.entries()) {
    const [first = '', second = ''] = [names[(place * 3) % names.length], names[(place * 3 + 5) % names.length]]
    const aims = [
      { skillId: idOf(skills, first), level: 3 },
      { skillId: idOf(skills, second), level: 2 },
    ]
    await admin.call(skillLink.saveTeaching, { kind: 'course', targetId: id, version: 0, hours: 2 + (place % 4), skills: aims })
  }
}

/** With those of before twenty courses. */
async function writeShortCourses(admin: DemoClient, skills: ReadonlyMap<string, string>): Promise<void> {
  const { id: categoryId } = await admin.call(category.create, { name: '岗位技能' })
  for (const [name, level, hours] of short) {
    const courseName = `${name}实务`
    const descript = `<p>面向需要掌握“${name}”的岗位，约 ${hours} 学时，学完通常能达到 ${level} 级。</p>`
    const { id } = await admin.call(course.courseEdit, { courseName, categoryId, descript })
    const html = `<p>本节讲解${name}的要求、步骤与常见异常，请结合本岗位的作业指导书学习。</p>`
    const tasks = [{ kind: 'article' as const, title: `${name}要点`, html, rule: { seconds: 5 } }]
    await admin.call(courseOutlineCalls.courseChapterEdit, { courseId: id, title: '要点与案例', tasks })
    await admin.call(course.upShelf, { id })
    const aims = [{ skillId: idOf(skills, name), level }]
    await admin.call(skillLink.saveTeaching, { kind: 'course', targetId: id, version: 0, hours, skills: aims })
  }
}

/** Each of the points that exams ask about tests a skill; results of before are measured by it. */
async function linkPoints(admin: DemoClient, skills: ReadonlyMap<string, string>): Promise<void> {
  const names = [...skills.keys()]
  const points = (await admin.call(knowledgePoint.list, {})).toSorted((a, b) => b.questionCount - a.questionCount).slice(0, 12)
  for (const [place, { id }] of points.entries()) {
    const name = names[place % names.length] ?? ''
    await admin.call(skillLink.savePoint, { pointId: id, skills: [{ skillId: idOf(skills, name), level: 3 }], before: [] })
  }
}

async function hire(admin: DemoClient, people: readonly DemoStaff[], postId: string): Promise<void> {
  for (const { id } of people) {
    const { version } = await admin.call(staff.get, { id })
    await admin.call(staff.modify, { id, version, postId })
  }
}

/** Some are what is asked for, some a level below, of some one skill is not known. */
async function judge(
  admin: DemoClient,
  people: readonly DemoStaff[],
  demands: readonly { readonly skillId: string; readonly level: number }[],
): Promise<void> {
  for (const [place, { id: staffId }] of people.entries())
    for (const [at, { skillId, level }] of demands.entries()) {
      if ((place + at) % 4 === 3) continue
      const shown = Math.max(1, level - ((place + at) % 3 === 2 ? 1 : 0))
      await admin.call(personSkill.judge, { staffId, skillId, level: shown, note: '现场观察与任务完成情况' })
    }
}
