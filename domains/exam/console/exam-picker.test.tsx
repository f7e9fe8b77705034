import { FilterDrawer } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { exam } from '../contract/exam.ts'
import { ExamPicker, ExamTab } from './parts.tsx'
import { CandidatePicker } from './people/candidate-picker.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const row = { id: 'e1', name: '安全考试', admissionStartTime: '2026-11-01T01:00:00Z', admissionEndTime: '2026-11-02T01:00:00Z' }
const answers = [[exam.listSearch, { dataList: [{ ...row, publishTime: null, status: 5 }], totalCount: 1 }]] as const

test('exams that may be referred to are picked by name and time', async () => {
  const onConfirm = vi.fn()
  screen = await openScreen(<ExamPicker open onClose={() => undefined} onConfirm={onConfirm} />, '/x', answers)
  await screen.sees('安全考试')
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('820px')
  expect(screen.sent.at(-1)?.body).toEqual({ pageIndex: 1, pageSize: 10, query: {}, quote: 1 })
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择安全考试"]')?.click())
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject([{ kind: 'exam', id: 'e1', name: '安全考试' }])
})

test('whoever copies an exam is offered drafts too, said as such', async () => {
  const draft = { ...row, admissionStartTime: null, admissionEndTime: null, publishTime: null, status: 0 }
  const answer = [[exam.listSearch, { dataList: [draft], totalCount: 1 }]] as const
  const nothing = () => undefined
  screen = await openScreen(<ExamPicker open withDrafts onClose={nothing} onConfirm={nothing} />, '/x', answer)
  await screen.sees('草稿')
  expect(screen.sent.at(-1)?.body).toMatchObject({ query: { status: [0, 4, 5, 6] }, quote: 1 })
})

test('the source is a condition only where it is wanted', async () => {
  const tab = (hasSource: boolean) => (
    <FilterDrawer
      open
      onClose={() => undefined}
      onConfirm={() => undefined}
      tabs={[{ key: '7', title: '考试', content: (pick) => <ExamTab pick={pick} hasSource={hasSource} /> }]}
    />
  )
  screen = await openScreen(tab(true), '/x', answers)
  await screen.sees('安全考试')
  expect(screen.text()).toContain('来源')
  const input = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === '来源')?.htmlFor
  await act(
    async () =>
      void document
        .getElementById(input ?? '')
        ?.closest('.ant-select')
        ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })),
  )
  for (const title of ['自建', '考试', '课程', '项目', '外采']) await screen.sees(title)
  const project = [...document.querySelectorAll<HTMLElement>('.ant-select-tree-node-content-wrapper')].find(
    ({ textContent }) => textContent === '项目',
  )
  await act(async () => project?.click())
  await screen.click('查询')
  await vi.waitFor(() => expect(screen.sent.at(-1)?.body).toMatchObject({ query: { source: 1, examSource: 5 } }))
  screen.close()
  screen = await openScreen(tab(false), '/x', answers)
  await screen.sees('安全考试')
  expect(screen.text()).not.toContain('来源')
})

test('the paper of an exam is looked at in a tab of its own, which picks nothing', async () => {
  screen = await openScreen(<ExamPicker open onClose={() => undefined} onConfirm={() => undefined} />, '/x', answers)
  await screen.sees('安全考试')
  const link = document.querySelector<HTMLAnchorElement>('[aria-label="预览试卷 安全考试"]')
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/examPaperPreview?examid=e1&type=1', '_blank'])
})

test('candidates are picked by person, post, report, member of a group, or from another exam', async () => {
  const onConfirm = vi.fn(async () => true)
  screen = await openScreen(<CandidatePicker open onClose={() => undefined} onConfirm={onConfirm} />, '/x', answers)
  for (const title of ['人员', '岗位', '直属', '个人', '用户组成员', '其他考试的考生']) await screen.sees(title)
  const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
    ({ textContent }) => textContent === '其他考试的考生',
  )
  await act(async () => tab?.click())
  await screen.sees('安全考试')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择安全考试"]')?.click())
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith({ staffIds: [], postIds: [], examIds: ['e1'] })
})
