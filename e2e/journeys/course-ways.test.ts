/** Ways through a course: by its exam to what that opens, through packages, and to the last seat of a bought one. */
import { bought, courseSale } from '@kaopei/course/contract/bought'
import { course } from '@kaopei/course/contract/course'
import { merchant } from '@kaopei/tenant/contract/merchant'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { manifest12, manifest2004, zipped } from '../../domains/courseware/server/package/packages-made.ts'
import { dismissVisitors } from '../browser.ts'
import { accountOf, platformAdministrator } from '../people.ts'
import { administrator, signedIn } from './api.ts'
import { beginFromNotice, handIn } from './candidate.ts'
import { goToTask, learner, openCourse, readyCourseware } from './course-desk.ts'
import { choose, pictureOnFailure } from './sitting-desk.ts'
import { openExam } from './sitting-exam.ts'

const stamp = Date.now().toString().slice(-9)
const [first, second] = [0, 1]
let admin: DemoClient
beforeAll(async () => {
  admin = await administrator()
})
afterAll(() => dismissVisitors())

const link = { kind: 'link', title: '应急预案', url: 'https://example.com/' } as const

test('the exam of a chapter is locked until its time, sat on its own pages, and opens what follows', async () => {
  pictureOnFailure(onTestFailed)
  // Opening the task puts whoever learns on the exam's list: nobody of them was there.
  const exam = await openExam('章节考试', second, { settings: { passScore: 20 } })
  const course = await openCourse(admin, {
    name: `章节旅程 ${stamp}`,
    unlockOrder: 'tasks',
    tasks: [
      { kind: 'article', title: '安全须知', html: '<p>先断电，后施救。</p>', rule: { seconds: 1 } },
      { kind: 'exam', title: '章节考试', targetId: exam.examId },
      link,
    ],
    learners: [accountOf('考生', first)],
  })
  const { page, problems } = await learner(first)
  await page.goto(`${inject('baseUrl')}/candidate/learn/${course.courseId}`)
  await page.getByText('需先完成“安全须知”').first().waitFor()
  expect(await page.getByRole('button', { name: '学习：章节考试' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '去完成' }).first().click()
  await page.getByRole('button', { name: '我已读完' }).click()
  await page.getByText('已读完').waitFor()
  await page.getByRole('button', { name: '下一个：章节考试' }).click()
  await page.getByRole('button', { name: '进入考试' }).click()
  await page.getByRole('button', { name: '返回课程' }).waitFor()
  await beginFromNotice(page)
  for (const number of [1, 2, 3, 4]) await choose(page, number, '甲')
  await handIn(page)
  await page.getByText('交卷方式').waitFor()
  await page.getByRole('button', { name: '返回课程' }).click()
  await page.getByRole('button', { name: '学习：应急预案' }).waitFor()
  expect(problems).toEqual([])
})

/** A part of two pages that says where it is, keeps that without being asked, and ends when it is told to. */
const part = (script: {
  api: string
  read: string
  place: string
  status: string
  exit: string
  write: string
  end: string
  begin: string
}) => `<!doctype html>
<meta charset="utf-8"><title>课件</title><p id="where"></p>
<button id="next">下一页</button><button id="end">学完</button>
<script>
const api = parent.${script.api}
api.${script.begin}('')
let page = Number(api.${script.read}('${script.place}') || 1)
const show = () => { document.getElementById('where').textContent = '第 ' + page + ' 页' }
show()
document.getElementById('next').onclick = () => {
  page += 1
  api.${script.write}('${script.place}', String(page))
  api.${script.write}('${script.exit}', 'suspend')
  show()
}
document.getElementById('end').onclick = () => {
  api.${script.write}('${script.status}', 'completed')
  api.${script.end}('')
}
</script>`

const resource = '<resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/>'
const item = '<item identifier="i" identifierref="r"><title>第一单元</title></item>'
const standards = [
  {
    name: '1.2',
    files: {
      'imsmanifest.xml': manifest12(item, resource),
      'index.html': part({
        ...{ api: 'API', begin: 'LMSInitialize', read: 'LMSGetValue', write: 'LMSSetValue', end: 'LMSFinish' },
        ...{ place: 'cmi.core.lesson_location', status: 'cmi.core.lesson_status', exit: 'cmi.core.exit' },
      }),
    },
  },
  {
    name: '2004',
    files: {
      'imsmanifest.xml': manifest2004(item, resource.replace('scormtype', 'scormType')),
      'index.html': part({
        ...{ api: 'API_1484_11', begin: 'Initialize', read: 'GetValue', write: 'SetValue', end: 'Terminate' },
        ...{ place: 'cmi.location', status: 'cmi.completion_status', exit: 'cmi.exit' },
      }),
    },
  },
]

/** The page of the product, the frame on the origin of contents, and the part in it. */
const partOn = (page: Page) => page.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe')

test.each(standards)(
  'a package of SCORM $name is left inside the client and by closing, goes on each time, and ends',
  async ({ name, files }) => {
    pictureOnFailure(onTestFailed)
    const targetId = await readyCourseware(admin, `标准课件 ${name} ${stamp}.zip`, await zipped(files))
    const tasks = [{ kind: 'courseware', title: '标准课件', targetId } as const]
    const opened = await openCourse(admin, { name: `标准课件 ${name} ${stamp}`, tasks, learners: [accountOf('考生', second)] })
    const { context, page } = await learner(second)
    await goToTask(page, opened)
    await partOn(page).getByText('第 1 页').waitFor()
    await partOn(page).getByRole('button', { name: '下一页' }).click()
    await page.getByRole('button', { name: '返回课程' }).click()
    await page.getByRole('button', { name: '继续：标准课件' }).click()
    await partOn(page).getByText('第 2 页').waitFor()
    await partOn(page).getByRole('button', { name: '下一页' }).click()
    await page.getByText('已保存', { exact: true }).waitFor()
    await page.close()

    const later = await context.newPage()
    await goToTask(later, opened)
    await partOn(later).getByText('第 3 页').waitFor()
    await partOn(later).getByRole('button', { name: '学完' }).click()
    await later.getByText('已完成，记录已保存').waitFor()
  },
)

test('of two who want the last seat of a bought course one learns, and the other reads why not', async () => {
  pictureOnFailure(onTestFailed)
  const platform = await signedIn(platformAdministrator())
  const offered = await openCourse(platform, { name: `平台课程 ${stamp}`, tasks: [link], learners: [] })
  const { dataList: companies } = await platform.call(merchant.list, { pageIndex: 1, pageSize: 100 })
  const buyer = companies.find(({ domain }) => domain === 'demo')
  if (!buyer) throw new Error('the platform has no demo company')
  const terms = { limitType: 1, limitCount: 1, validFrom: new Date(Date.now() - 60_000).toISOString() } as const
  await platform.call(courseSale.create, { companyId: buyer.id, courseId: offered.courseId, ...terms })
  const { dataList } = await admin.call(bought.list, { pageIndex: 1, pageSize: 10, name: offered.name })
  const id = dataList[0]?.courseId ?? ''
  const { version } = await admin.call(course.getCourse, { id })
  await admin.call(course.courseEdit, { id, version, courseName: offered.name, type: 2 })

  const people = await Promise.all([first, second].map((number) => learner(number)))
  await Promise.all(
    people.map(async ({ page }) => {
      await page.goto(`${inject('baseUrl')}/candidate/learn/library`)
      await page.getByRole('button', { name: `报名：${offered.name}` }).waitFor()
    }),
  )
  const outcomes = await Promise.all(
    people.map(async ({ page }) => {
      await page.getByRole('button', { name: `报名：${offered.name}` }).click()
      const learns = page.getByRole('button', { name: '学习：应急预案' })
      const reads = page.getByText('课程的账号已全部分配')
      await learns.or(reads).waitFor()
      return (await learns.count()) > 0 ? 'learns' : 'reads why not'
    }),
  )
  expect(outcomes.toSorted()).toEqual(['learns', 'reads why not'])
})
