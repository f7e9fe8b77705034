import { protocolErrors } from '@kaopei/contract'
import { connectUploads } from '@kaopei/web/client'
import { type Answers, openScreen, Refusal, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { microCourse } from '../contract/micro-course.ts'
import MicroCoursePage from './micro-course.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => {
  screen.close()
  window.localStorage.clear()
})

const noUpload = () => Promise.reject(new Error('nothing is uploaded in this test'))
connectUploads({ open: noUpload, slices: noUpload, complete: noUpload, problem: () => undefined, accept: () => '.png' })

const id = '0190aaaa-0000-7000-8000-000000000001'
const block = { type: 1, fenmianImgPath: '/files/p', content: '', fileId: null, coursewareId: null, filmUrl: null, filmName: '' }
const shown = {
  title: '安全一分钟',
  version: 3,
  contentList: [
    { ...block, id: 'a' },
    { ...block, id: 'b' },
  ],
}
const detail = {
  ...{ id, title: '安全一分钟', creatorName: '张三', type: 5, transStatus: 0, updateTime: '2026-11-21T00:00:00Z', learnCount: 0 },
  ...{ fileName: '', sizeBytes: 0, lengthSeconds: null, pageCount: 2, versionNumber: 1, isNewerWaiting: false, version: 3 },
  ...{ descript: '', coverUrl: null, versionId: id, latestId: id, subtitles: [], usedIn: [] },
  ...{ contributor: [{ staffId: null, name: '培训部' }], author: [], teacher: [], assistTeacher: [], knowledgePoints: [] },
  work: { state: null, progress: 0, queuePlace: null, failureText: null, needsOtherFile: false },
}
const answers = [
  [courseware.detail, detail],
  [microCourse.get, shown],
  [microCourse.update, { id, versionId: id, version: 4 }],
] as const
const open = async (...others: Answers) => {
  screen = await openScreen(<MicroCoursePage />, `/productionOnlinePage?id=${id}`, [...answers, ...others])
  await screen.sees('1. 图片')
}
const handle = (name: string) => document.querySelector<HTMLElement>(`[aria-label="移动${name}，按上下方向键"]`)

test('blocks are moved by the keyboard and saved in their new order', async () => {
  await open()
  const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
  await act(async () => void handle('第 1 块')?.dispatchEvent(down))
  await screen.click('保存')
  await screen.sees('保存成功')
  const body = screen.sent.find(({ path }) => path.endsWith('/updateMicroCourse'))?.body
  expect(body).toMatchObject({ id, version: 3, isForBegun: false, content: { contentList: [{ id: 'b' }, { id: 'a' }] } })
})

test('what was written is there again after the page was closed, until it is given up', async () => {
  await open()
  await screen.click('添加文字')
  await screen.sees('3. 文字')
  screen.close()
  await open()
  await screen.sees('已恢复上次未保存的内容')
  expect(screen.text()).toContain('3. 文字')
  await screen.click('放弃并重新开始')
  expect(screen.text()).not.toContain('3. 文字')
})

const sentVersions = () =>
  screen.sent.flatMap(({ path, body }) => (path.endsWith('/updateMicroCourse') ? [(body as { version: number }).version] : []))

test('what somebody else saved meanwhile is replaced only by who says so', async () => {
  const theirs = new Refusal(protocolErrors.changed.code, '数据已被他人修改', { ...detail, version: 4 })
  const save = ({ version }: { version: number }) => (version === 4 ? { id, versionId: id, version: 5 } : theirs)
  await open([microCourse.update, save])
  await screen.click('保存')
  await screen.sees('您编辑期间，他人保存了这个微课')
  expect(sentVersions()).toEqual([3])
  await screen.click('用我的内容替换')
  await screen.sees('保存成功')
  expect(sentVersions()).toEqual([3, 4])
})

test('what was written before somebody else saved is there again too, and says so', async () => {
  await open()
  await screen.click('添加文字')
  await screen.sees('3. 文字')
  screen.close()
  await open([microCourse.get, { ...shown, version: 4 }])
  await screen.sees('此后微课已被他人修改，保存时可以选择是否替换')
  expect(screen.text()).toContain('3. 文字')
})

test('whether whoever has begun gets the new contents is asked on the page, where it is used', async () => {
  await open()
  expect(screen.text()).not.toContain('已经开始学习的人')
  screen.close()
  await open([courseware.detail, { ...detail, usedIn: [{ kind: '课程', id, name: '新员工', learnerCount: 3 }] }])
  await screen.sees('已经开始学习的人')
  await act(async () => document.querySelectorAll<HTMLElement>('[aria-label="已经开始学习的人"] input')[1]?.click())
  await screen.click('保存')
  await screen.sees('保存成功')
  expect(screen.sent.find(({ path }) => path.endsWith('/updateMicroCourse'))?.body).toMatchObject({ isForBegun: true })
})
