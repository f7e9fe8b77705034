/** Every page of the client that somebody learns on, with everything that can be in a course, at the width of a desk and of a phone. */
import { join } from 'node:path'
import { microCourse } from '@kaopei/courseware/contract/micro-course'
import { afterAll, beforeAll, test } from 'vitest'
import { manifest12, zipped } from '../../domains/courseware/server/package/packages-made.ts'
import { dismissVisitors, pictureAll } from '../browser.ts'
import { administrator } from '../journeys/api.ts'
import {
  conversionMs,
  learner,
  madeFilm,
  madePdf,
  madePicture,
  type OpenCourse,
  openCourse,
  readyCourseware,
} from '../journeys/course-desk.ts'
import { openExam } from '../journeys/sitting-exam.ts'
import { accountOf } from '../people.ts'
import { expectSound } from './learner-page.ts'

const stamp = Date.now().toString().slice(-9)
const long = '新员工入职三级安全教育与岗位应急处置综合能力提升培训'
const person = accountOf('考生', 2)

let opened: OpenCourse
let triedExamId = ''
beforeAll(async () => {
  const admin = await administrator()
  const part = '<item identifier="i" identifierref="r"><title>第一单元</title></item>'
  const resource = '<resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/>'
  const files = {
    'imsmanifest.xml': manifest12(part, resource),
    'index.html': '<html lang="zh"><title>课件</title><p>先断电，后施救。',
  }
  const ready = (name: string, body: Buffer) => readyCourseware(admin, `${stamp}${name}`, body)
  const [film, document, picture, pack, micro, exam] = await Promise.all([
    ready('影片.mp4', madeFilm()),
    ready('文档.pdf', madePdf()),
    ready('图片.png', madePicture()),
    ready('标准课件.zip', await zipped(files)),
    admin.call(microCourse.create, {
      contributor: [{ name: '安全环保部' }],
      content: { title: `${stamp}微课`, contentList: [{ id: 'one', type: 2, content: `<h3>${long}</h3><p>${long}</p>` }] },
    }),
    openExam('学习页考试', 1),
  ])
  const ware = (title: string, targetId: string) => ({ kind: 'courseware', title, targetId, rule: { noSkip: true } }) as const
  triedExamId = (await openExam('设备测试页', 2, { settings: { permitCamera: true, permitSecondView: true } })).examId
  opened = await openCourse(admin, {
    name: `${long} ${stamp}`,
    fields: { hasWatermark: true, descript: `<p>${long}</p>`, dueDays: 3 },
    learners: [person],
    tasks: [
      ware(`影片：${long}`, film),
      ware('文档', document),
      ware('图片', picture),
      ware('微课', micro.id),
      ware('标准课件', pack),
      { kind: 'article', title: '图文', html: `<p>${long}</p>`, rule: { seconds: 5 } },
      { kind: 'link', title: '链接', url: 'https://example.com/' },
      { kind: 'exam', title: '考试', targetId: exam.examId },
      { kind: 'article', title: '还不开放', html: '<p>略</p>', conditions: [{ kind: 'byHand' }] },
    ],
  })
  const link = { kind: 'link', title: '链接', url: 'https://example.com/' } as const
  await openCourse(admin, { name: `公开：${long} ${stamp}`, tasks: [link], learners: [], fields: { type: 2 } })
}, conversionMs + 60_000)
afterAll(() => dismissVisitors())

/** What a page says when it is there. */
const pages = () => {
  const { courseId, taskIds } = opened
  const heads = [
    '学习记录',
    '学习记录',
    '学习记录',
    '学习记录',
    '学习记录',
    '请继续阅读',
    '打开链接',
    '进入考试',
    '该任务尚未开放',
  ]
  return [
    { path: '/learn', says: '我的学习' },
    { path: '/learn/library', says: '公开课程' },
    { path: `/trial/${triedExamId}`, says: '手机机位' },
    { path: `/learn/${courseId}`, says: '学习记录' },
    ...taskIds.map((id, index) => ({ path: `/learn/${courseId}/${id}`, says: heads[index] ?? '' })),
  ]
}

test('pages of learning are sound at 1440 and 390 pixels', async ({ expect, onTestFailed }) => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  await expectSound(await learner(2), { pages: pages(), expect })
})
