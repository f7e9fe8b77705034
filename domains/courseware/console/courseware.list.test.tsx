import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { access } from '@kaopei/web'
import { connectUploads } from '@kaopei/web/client'
import { openScreen, Refusal, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { lessonManage } from '../contract/menus.ts'
import CoursewareListPage from './courseware.list.tsx'
import { CoursewarePicker } from './courseware-picker.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '0190aaaa-0000-7000-8000-000000000001'
const row = {
  ...{ id, title: '消防演练', creatorName: '张三', type: 2, transStatus: 3, updateTime: '2026-11-21T00:00:00Z', learnCount: 12 },
  ...{ fileName: '消防.mp4', sizeBytes: 1000, lengthSeconds: null, pageCount: null, versionNumber: 1, isNewerWaiting: false },
  work: { state: 'failed', progress: 0, queuePlace: null, failureText: '处理时间过长，已经停止', needsOtherFile: false },
}
const detail = {
  ...row,
  ...{ descript: '', coverUrl: null, versionId: id, latestId: id, version: 1 },
  ...{ contributor: [], author: [], teacher: [], assistTeacher: [], knowledgePoints: [], subtitles: [], versions: [] },
  usedIn: [{ kind: '课程', id, name: '新员工培训', learnerCount: 30 }],
}

const press = async (label: string) => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  await act(async () => found.click())
}
const choose = async (label: string) => {
  await screen.sees(label)
  const item = [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')].find((one) => one.textContent === label)
  await act(async () => item?.click())
}

test('replacing says that nobody knows what it hurts, and asks again', async () => {
  const never = () => Promise.reject(new Error('nothing is uploaded here'))
  connectUploads({ open: never, slices: never, complete: never, problem: () => undefined, accept: () => '' })
  screen = await openScreen(<CoursewareListPage />, '/application/online/lessonManage', [
    [courseware.courseWareList, { dataList: [row], totalCount: 1 }],
    [courseware.detail, new Refusal(9999, '暂时无法处理')],
  ])
  await screen.sees('处理时间过长，已经停止')
  await press('消防演练的更多操作')
  await choose('替换文件')
  await screen.sees('字幕和使用情况加载失败')
  const asked = () => screen.sent.filter(({ path }) => path === courseware.detail.facts.path).length
  const before = asked()
  await screen.click('重试')
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before))
})

test('a failure is shown with its reason and tried again; deleting names what it hurts', async () => {
  screen = await openScreen(<CoursewareListPage />, '/application/online/lessonManage', [
    [courseware.courseWareList, { dataList: [row], totalCount: 1 }],
    [courseware.detail, detail],
    [courseware.transcode, { transStatus: 1, queuePlace: 0 }],
    [courseware.delete, null],
  ])
  await screen.sees('处理时间过长，已经停止')
  await press('消防演练的更多操作')
  await choose('重试转码')
  await screen.sees('已重新排队')
  expect(screen.sent.find(({ path }) => path.endsWith('/transcode'))?.body).toEqual({ id, action: 'retry' })
  await press('消防演练的更多操作')
  await choose('删除')
  await screen.sees('正被 1 处使用，共 30 人在学')
  await screen.sees('新员工培训（30 人在学）')
  expect(screen.sent.some(({ path }) => path.endsWith('/delete'))).toBe(false)
  const confirm = [...document.querySelectorAll<HTMLElement>('.ant-modal-confirm-btns button')].at(-1)
  await act(async () => confirm?.click())
  await screen.sees('删除成功')
  expect(screen.sent.find(({ path }) => path.endsWith('/delete'))?.body).toEqual({ id, isConfirmed: true })
})

test('a file with a password is to be replaced: trying it again is not offered', async () => {
  const work = { ...row.work, failureText: '文件设置了密码。请去掉密码后替换文件', needsOtherFile: true }
  screen = await openScreen(<CoursewareListPage />, '/application/online/lessonManage', [
    [courseware.courseWareList, { dataList: [{ ...row, work }], totalCount: 1 }],
  ])
  await screen.sees('文件设置了密码。请去掉密码后替换文件')
  await press('消防演练的更多操作')
  await screen.sees('替换文件')
  expect([...document.querySelectorAll('.ant-dropdown-menu-item')].map((one) => one.textContent)).not.toContain('重试转码')
})

test('whoever may read the knowledge points finds coursewares by one', async () => {
  const answers = [
    [courseware.courseWareList, { dataList: [row], totalCount: 1 }],
    [knowledgePoint.list, [{ id, name: '灭火器', questionCount: 3 }]],
  ] as const
  screen = await openScreen(<CoursewareListPage />, `/application/online/lessonManage?knowledgePointId=${id}`, answers)
  await screen.sees('消防演练')
  await screen.sees('灭火器')
  expect(screen.sent.findLast(({ path }) => path.endsWith('/courseWareList'))?.body).toMatchObject({ knowledgePointId: id })
  act(() => access.set({ isAdmin: false, rights: new Set([lessonManage.rights.view.code]) }))
  expect(screen.text()).not.toContain('知识点')
})

test('what waits says how many come before', async () => {
  const work = { state: 'waiting', progress: 0, queuePlace: 3, failureText: null, needsOtherFile: false }
  screen = await openScreen(<CoursewareListPage />, '/application/online/lessonManage', [
    [courseware.courseWareList, { dataList: [{ ...row, transStatus: 1, work }], totalCount: 1 }],
  ])
  await screen.sees('排队中，前面还有 3 个')
})

test('the picker is 800 px wide and asks only for what can be used of a type', async () => {
  const picked = vi.fn()
  const rows = [{ id, title: '灭火器', creatorName: '李老师', type: 2, transStatus: 2, lengthSeconds: 61, pageCount: null }]
  screen = await openScreen(<CoursewarePicker open type={2} onClose={() => undefined} onConfirm={picked} />, '/x', [
    [courseware.list, { dataList: rows, totalCount: 1 }],
  ])
  await screen.sees('李老师')
  await screen.sees('1分01秒')
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('800px')
  expect(screen.sent[0]?.body).toMatchObject({ type: 2, transStatus: 2, pageIndex: 1 })
})
