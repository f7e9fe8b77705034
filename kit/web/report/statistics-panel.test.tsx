import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { access } from '../client/access.ts'
import type { ListSource } from '../list/list-source.ts'
import { openScreen, type Screen } from '../testing.tsx'
import type { ReportRow } from './report-fields.ts'
import { StatisticsPanel, type StatisticsPanelProps } from './statistics-panel.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const groups = [
  {
    title: '学习情况',
    fields: [
      { lable: '部门', value: 'name', select: true },
      { lable: '学习人数', value: 'count', select: true, tip: '学过至少一门课的人', sortable: true },
      { lable: '平均时长', value: 'time', select: false },
    ],
  },
]

async function open(props: Partial<StatisticsPanelProps> = {}) {
  const asked: Readonly<Record<string, unknown>>[] = []
  const onExport = vi.fn(async () => undefined)
  const source: ListSource<ReportRow> = {
    key: 'report',
    read: async (input) => {
      asked.push(input)
      return { dataList: [{ id: 1, name: '生产部', count: 12, time: '2小时' }], totalCount: 1 }
    },
  }
  screen = await openScreen(
    <StatisticsPanel
      title="学习统计"
      groups={groups}
      conditions={[{ name: 'keyWords', label: '课程', kind: 'text' }]}
      sourceOf={() => source}
      rowKey="id"
      onExport={onExport}
      {...props}
    />,
    '/x',
    [],
  )
  await screen.sees('学习统计')
  await screen.sees('重置')
  return { asked, onExport }
}

async function hears(text: string) {
  await act(() => vi.dynamicImportSettled())
  await screen.sees(text)
}

/** 近30天, chosen among the calendar's proposals. */
async function chooseRange() {
  const input = document.querySelector<HTMLInputElement>('.ant-picker-range input')
  await act(async () => {
    input?.focus()
    input?.click()
    input?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await screen.sees('近30天')
  const preset = [...document.querySelectorAll<HTMLElement>('.ant-picker-presets li')].find(
    ({ textContent }) => textContent === '近30天',
  )
  await act(async () => preset?.click())
}

async function type(value: string) {
  const tag = [...document.querySelectorAll('label')].find((one) => one.textContent === '课程')
  const input = tag && document.getElementById(tag.htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error('no field 课程')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
}

const submit = () =>
  act(
    async () =>
      void document
        .querySelector('form.kp-report-conditions')
        ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )

test('nothing is asked and shown without a range', async () => {
  const { asked } = await open()
  await screen.sees('请选择查询条件，点击“查询”查看结果')
  await submit()
  await hears('请选择时间范围')
  expect(asked).toEqual([])
})

test('nothing is asked without a condition that is needed, which has its star', async () => {
  const { asked } = await open({ conditions: [{ name: 'postId', label: '岗位', kind: 'text', isRequired: true }] })
  expect([...document.querySelectorAll('label')].map(({ textContent }) => textContent)).toContain('* 岗位')
  await chooseRange()
  await submit()
  await hears('请选择岗位')
  expect(asked).toEqual([])
})

test('an export needs a range, a query, and unchanged conditions', async () => {
  const { onExport, asked } = await open()
  await screen.click('导出')
  await hears('请选择时间范围')
  await chooseRange()
  await screen.click('导出')
  await hears('请先查询数据')
  await submit()
  await screen.sees('生产部')
  await type('安全')
  await screen.click('导出')
  await hears('查询条件发生变化，请重新查询数据后导出')
  expect(onExport).not.toHaveBeenCalled()
  await submit()
  await screen.sees('生产部')
  await screen.click('导出')
  expect(asked.at(-1)).toMatchObject({ keyWords: '安全', pageIndex: 1, pageSize: 10 })
  expect(onExport).toHaveBeenCalledWith(expect.objectContaining({ keyWords: '安全' }), ['name', 'count'], undefined)
})

test('without the right export_part an export says so', async () => {
  const { onExport } = await open()
  await act(async () => access.set({ isAdmin: false, rights: new Set() }))
  await screen.click('导出')
  await hears('no permission')
  expect(onExport).not.toHaveBeenCalled()
})

test('columns are shown and hidden, but for the last; folded groups show those chosen', async () => {
  await open()
  await chooseRange()
  await submit()
  await screen.sees('生产部')
  const box = (name: string) =>
    [...document.querySelectorAll('.kp-report-group label')].find(({ textContent }) => textContent === name)
  const tick = (name: string) => act(async () => box(name)?.querySelector('input')?.click())
  await tick('平均时长')
  await screen.sees('2小时')
  await screen.click('收起')
  expect(box('平均时长')).toBeDefined()
  await tick('平均时长')
  expect(box('平均时长')).toBeUndefined()
  await tick('学习人数')
  await tick('部门')
  await hears('至少选择一个')
  expect(box('部门')?.querySelector('input')?.checked).toBe(true)
})

test('重置 takes conditions and result away', async () => {
  await open()
  await chooseRange()
  await submit()
  await screen.sees('生产部')
  await screen.click('重置')
  await screen.sees('请选择查询条件')
  expect(screen.text()).not.toContain('生产部')
})

test('tabs show results of the same query', async () => {
  const of = (name: string): ListSource<ReportRow> => ({
    key: name,
    read: async () => ({ dataList: [{ id: 1, name: `${name}的数据` }], totalCount: 1 }),
  })
  const sources = { dept: of('部门'), staff: of('人员') }
  await open({
    tabs: [
      { id: 'dept', name: '按部门' },
      { id: 'staff', name: '按人员' },
    ],
    sourceOf: (tab) => (tab === 'staff' ? sources.staff : sources.dept),
  })
  await chooseRange()
  await submit()
  await screen.sees('部门的数据')
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(({ textContent }) => textContent === '按人员')
  await act(async () => tab?.click())
  await screen.sees('人员的数据')
})

test('the side panel is 280 px wide, from 279 to 600, and can be folded away', async () => {
  await open()
  const edge = document.querySelector<HTMLElement>('[role="separator"]')
  const move = (key: string, times: number) =>
    act(async () => {
      for (let time = 0; time < times; time += 1) edge?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  expect(edge?.getAttribute('aria-valuenow')).toBe('280')
  await move('ArrowLeft', 1)
  expect(edge?.getAttribute('aria-valuenow')).toBe('279')
  for (let time = 0; time < 20; time += 1) await move('ArrowRight', 1)
  expect(edge?.getAttribute('aria-valuenow')).toBe('600')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="收起统计字段"]')?.click())
  expect(screen.text()).not.toContain('学习情况')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="展开统计字段"]')?.click())
  await screen.sees('学习情况')
})
