import { act, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterDrawer } from '../list/filter-drawer.tsx'
import type { ListSource } from '../list/list-source.ts'
import type { Picked } from '../pick/pick.ts'
import { openScreen, type Screen } from '../testing.tsx'
import { BoughtCoursewareTab, type BoughtRow } from './bought-courseware-tab.tsx'
import { type CourseRow, CourseSidePanel } from './course-side-panel.tsx'
import { PracticePicker, type PracticeRow } from './practice-picker.tsx'
import { type ProjectRow, ProjectTab } from './project-tab.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

/** A list of the test's own that keeps what it was asked. */
function listing<Row>(key: string, rows: readonly Row[], totalCount = rows.length) {
  const asked: Readonly<Record<string, unknown>>[] = []
  const source: ListSource<Row> = {
    key,
    read: async (input) => {
      asked.push(input)
      return { dataList: rows, totalCount }
    },
  }
  return { source, asked }
}

const onConfirm = vi.fn()
const base = { open: true, onClose: () => undefined, onConfirm }

async function open(drawer: ReactNode) {
  onConfirm.mockReset()
  screen = await openScreen(drawer, '/x', [])
}

async function press(label: string) {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  await act(async () => found.click())
}

async function type(label: string, value: string) {
  const tag = [...document.querySelectorAll('label')].find((one) => one.textContent === label)
  const input = tag && document.getElementById(tag.htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
}

const width = () => document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width

test('courses are one by their course id, whichever list they come from', async () => {
  const courses: CourseRow[] = [
    { courseId: 'c1', id: 'x1', courseName: '消防安全', timeLength: 3600 },
    { id: 'c2', courseName: '信息安全' },
  ]
  const { source } = listing('courses', courses)
  const before: Picked = { kind: 'course', id: 'c1', name: '消防安全' }
  await open(<CourseSidePanel {...base} source={source} selected={[before]} />)
  await screen.sees('信息安全')
  expect(width()).toBe('80%')
  await press('选择信息安全')
  await screen.sees('已选择(2)')
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0].map(({ id }: Picked) => id)).toEqual(['c1', 'c2'])
})

test('a title is searched with Enter or the button, from page 1, in own courses', async () => {
  const { source, asked } = listing<CourseRow>('courses', [{ id: 'c1', courseName: '消防安全' }], 30)
  await open(<CourseSidePanel {...base} source={source} />)
  await screen.sees('消防安全')
  await press('下一页')
  await type('标题', '安全')
  await screen.click('查询')
  await screen.sees('消防安全')
  expect(asked.at(-2)).toMatchObject({ pageIndex: 2, source: 1 })
  expect(asked.at(-1)).toMatchObject({ pageIndex: 1, title: '安全', source: 1 })
})

test('with the type as a condition it begins with own courses, and bought courseware is a list of its own', async () => {
  const { source, asked } = listing<CourseRow>('courses', [{ id: 'c1', courseName: '消防安全' }])
  await open(<CourseSidePanel {...base} source={source} hasType bought={listing<BoughtRow>('bought', []).source} />)
  await screen.sees('消防安全')
  expect(asked[0]).toMatchObject({ source: 1 })
  await screen.click('重置')
  await vi.waitFor(() => expect(asked.at(-1)).not.toHaveProperty('source'))
  expect(screen.text()).toContain('课程类型')
  expect(screen.text()).toContain('已购课件')
})

test('bought courseware says how many accounts are left; used up ones cannot be picked', async () => {
  const { source } = listing<BoughtRow>('bought', [
    { id: 'b1', name: '通用课', courseCategoryName: '通用', limitType: 2 },
    { id: 'b2', name: '专业课', limitType: 1, limitCount: 50, surplusCount: 0 },
    { id: 'b3', name: '管理课', limitType: 1, limitCount: 70, surplusCount: 3 },
  ])
  const tab = {
    key: 'b',
    title: '已购课件',
    content: (pick: Parameters<typeof BoughtCoursewareTab>[0]['pick']) => <BoughtCoursewareTab pick={pick} source={source} />,
  }
  await open(<FilterDrawer {...base} tabs={[tab]} />)
  await screen.sees('专业课')
  expect(screen.text()).toContain('不限')
  expect(screen.text()).toContain('70')
  await press('选择专业课')
  expect(screen.text()).toContain('请选择...')
  await press('选择管理课')
  await screen.sees('已选择(1)')
})

test('practices are 820 px wide, published and not yet over', async () => {
  const { source, asked } = listing<PracticeRow>('practices', [
    { id: 'p1', name: '每日一练', startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-30T00:00:00Z' },
    { id: 'p2', name: '每周一练', startTime: null, endTime: null },
    { id: 'p3', name: '考前一练', startTime: null, endTime: '2026-11-30T00:00:00Z' },
  ])
  await open(<PracticePicker {...base} source={source} />)
  await screen.sees('每日一练')
  const times = [...document.querySelectorAll('tbody tr td:last-child')].map(({ textContent }) => textContent)
  expect(times.slice(-3)).toEqual(['2026-11-01 00:00 起，2026-11-30 00:00 止', '长期有效', '发布 起，2026-11-30 00:00 止'])
  expect(width()).toBe('820px')
  expect(asked[0]).toMatchObject({ status: [1, 4] })
})

test('a list whose room is not there yet says so; with its list it comes alive', async () => {
  const { source } = listing<ProjectRow>('projects', [{ id: 'j1', name: '新员工培训' }])
  await open(
    <FilterDrawer
      {...base}
      tabs={[
        { key: '4', title: '项目', content: (pick) => <ProjectTab pick={pick} source={source} /> },
        { key: '5', title: '别的项目', content: (pick) => <ProjectTab pick={pick} /> },
      ]}
    />,
  )
  await screen.sees('新员工培训')
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(({ textContent }) => textContent === '别的项目')
  await act(async () => tab?.click())
  await screen.sees('培训项目尚未开通，暂无可选项目')
})
