import type { InputOf } from '@kaopei/contract'
import { category } from '@kaopei/course/contract/category'
import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { courseStaff } from '@kaopei/course/contract/course-staff'
import { microCourse } from '@kaopei/courseware/contract/micro-course'
import type { DemoClient } from './client.ts'
import type { DemoCompany } from './company.ts'
import { doTask, tasksOf } from './learning.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000

interface Scene {
  readonly stage: Stage
  readonly admin: DemoClient
  readonly company: DemoCompany
}

const evacuation = [
  ['听到警报', '停下手中的工作，按下设备的急停按钮，关好身边的门窗，不带走工具和物料。'],
  ['沿标识撤离', '走最近的安全出口，靠右下楼，不乘电梯。烟雾大时弯腰前行，用湿毛巾捂住口鼻。'],
  ['到集合点报到', '在厂区东门集合点向班组长报到。没有接到通知前，任何人不得返回车间。'],
]
const protection = [
  ['安全帽', '进入生产区必须佩戴。帽衬与帽壳之间留出两指的间隙，下颌带系紧。受过撞击的安全帽立即更换。'],
  ['防护眼镜', '打磨、切割和接触化学品时佩戴。镜片有划痕会影响视线，请到库房更换。'],
  ['安全鞋', '穿防砸、防滑的安全鞋，鞋带塞进鞋内，防止被设备卷入。'],
]
const mailSafety = [
  ['看清发件人', '显示名称可以随意填写，请看完整的邮箱地址。与公司域名只差一个字母的，多半是假冒。'],
  ['不急着点', '催促“立即处理”“账号将停用”的邮件，先通过电话或内部通讯录核实。'],
  ['及时上报', '误点链接或填写了密码，请马上修改密码并报告信息部，越早处理损失越小。'],
]

/** Courses in every state that people learn in: one given to many, one that anybody joins, one still being written. */
export async function makeDemoCourses(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 6 * day)
  const scene = { stage, company, admin: stage.as(company.admin, true) }
  const { id: safety } = await scene.admin.call(category.create, { name: '安全生产' })
  const { id: office } = await scene.admin.call(category.create, { name: '通用能力' })
  const given = await safetyCourse(scene, safety)
  await openCourse(scene, office)
  await scene.admin.call(course.courseEdit, { courseName: '质量管理体系内审员培训（编写中）', categoryId: office })
  await learnSome(scene, given)
  stage.now = today
}

async function safetyCourse(scene: Scene, categoryId: string): Promise<string> {
  const { admin, company } = scene
  const id = await writeCourse(scene, {
    fields: {
      courseName: '新员工入职安全培训',
      categoryId,
      descript: '<p>入职一周内完成。学完后请在岗位上按要求穿戴防护用品，并清楚本岗位的撤离路线。</p>',
      dueDays: 30,
      hasWatermark: true,
    },
    chapters: [
      ['个人防护', [await blocksTask(scene, '劳动防护用品的正确穿戴', protection)]],
      [
        '应急处置',
        [
          await blocksTask(scene, '火灾疏散三步', evacuation),
          {
            kind: 'article',
            title: '本厂区应急电话',
            html: '<p>火警拨打 <strong>119</strong>，急救拨打 <strong>120</strong>。拨打后请同时通知安全环保部值班室，并到路口引导救援车辆。</p>',
            rule: { seconds: 5 },
          },
          { kind: 'link', title: '国家消防救援局：消防科普', url: 'https://www.119.gov.cn/', isRequired: false },
        ],
      ],
    ],
  })
  await admin.call(courseOutlineCalls.unlockMode, { courseId: id, unlockOrder: 'tasks' })
  await admin.call(course.upShelf, { id })
  const staffIds = [...company.candidates, ...company.staff.slice(20, 90)].map((person) => person.id)
  await admin.call(courseStaff.updateCourseStaff, { courseId: id, staffIds })
  return id
}

async function openCourse(scene: Scene, categoryId: string): Promise<void> {
  const id = await writeCourse(scene, {
    fields: {
      courseName: '邮件与账号安全',
      categoryId,
      descript: '<p>十分钟学会识别钓鱼邮件，保护好自己的账号。任何人都可以参加。</p>',
      type: 2,
    },
    chapters: [['识别与处置', [await blocksTask(scene, '收到可疑邮件怎么办', mailSafety)]]],
  })
  await scene.admin.call(course.upShelf, { id })
}

type Tasks = NonNullable<InputOf<typeof courseOutlineCalls.courseChapterEdit>['tasks']>

interface Writing {
  readonly fields: InputOf<typeof course.courseEdit>
  readonly chapters: readonly (readonly [title: string, tasks: Tasks])[]
}

async function writeCourse({ admin }: Scene, { fields, chapters }: Writing): Promise<string> {
  const { id } = await admin.call(course.courseEdit, fields)
  for (const [title, tasks] of chapters) {
    await admin.call(courseOutlineCalls.courseChapterEdit, { courseId: id, title, tasks })
  }
  return id
}

export async function blocksTask(
  { admin, company }: Pick<Scene, 'admin' | 'company'>,
  title: string,
  blocks: readonly (readonly string[])[],
) {
  const contentList = blocks.map(([head, words], index) => ({
    id: `block-${index + 1}`,
    type: 2 as const,
    content: `<h3>${head}</h3><p>${words}</p>`,
  }))
  const made = await admin.call(microCourse.create, {
    contributor: [{ staffId: company.admin.id }],
    content: { title, contentList },
  })
  return { kind: 'courseware' as const, targetId: made.id, rule: { secondsPerPage: 5 } }
}

/** The first have read all of it, others a part, the rest has not begun. */
async function learnSome({ stage, company }: Scene, courseId: string): Promise<void> {
  const people = [...company.candidates.slice(1), ...company.staff.slice(20, 60)]
  for (const [index, person] of people.entries()) {
    const share = index % 4
    if (share === 3) continue
    stage.now = new Date(stage.now.getTime() + 20 * 60_000)
    const tasks = await tasksOf(stage.as(person), courseId)
    const wanted = tasks.filter(({ kind }) => kind !== 'link').slice(0, share === 0 ? tasks.length : share)
    for (const task of wanted) await doTask(stage, person, { course: courseId, task: task.id }, task)
  }
  await stage.runJobs()
}
