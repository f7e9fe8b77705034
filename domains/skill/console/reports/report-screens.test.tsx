import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { skillPlan } from '../../contract/person.ts'
import { postModel } from '../../contract/post-model.ts'
import { skillReport } from '../../contract/report.ts'
import CourseDepartmentsPage from './course-departments.page.tsx'
import { HeatTable } from './heat.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '0190aaaa-0000-7000-8000-000000000001'
const postId = '0190aaaa-0000-7000-8000-000000000002'

test('how many show which level is told without a pointer', async () => {
  const heat = {
    ...{ asOf: '2026-11-27T00:00:00.000Z', isPast: false, isCut: false, totalCount: 1 },
    skills: [{ id, name: '动火作业', group: '安全' }],
    rows: [
      {
        ...{ id, name: '研发部', peopleCount: 8, isOwn: false },
        cells: [{ skillId: id, levelledCount: 5, mean: 3.8, coverage: 62.5, counts: [0, 0, 1, 4, 0], newCount: 2 }],
      },
    ],
  }
  screen = await openScreen(<HeatTable heat={heat} range={undefined} onOpen={() => undefined} />, '/', [])
  await screen.sees('3.80')
  const spread = '3 级 1 人，4 级 4 人，5 级 0 人；期间新增证据 2 条'
  expect(screen.text()).not.toContain(spread)
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await screen.sees(spread)
})

test('a row of departments leads to a project of its people: of the post that was chosen, otherwise the post is asked for', async () => {
  const row = {
    id,
    name: '研发部',
    peopleCount: 8,
    isSuppressed: false,
    isOwn: true,
    gapPeopleCount: 6,
    courses: [],
    hours: 4,
    newCount: 0,
  }
  const answers = (of: string | null) =>
    [
      [skillReport.courseDepartments, { dataList: [{ ...row, postId: of }], totalCount: 1 }],
      [postModel.allPost, []],
      [skillPlan.propose, { postName: '安全员', peopleCount: 8, gapPeopleCount: 6, courses: [], left: [], exams: [] }],
    ] as const
  screen = await openScreen(<CourseDepartmentsPage />, `/?departmentId=${id}`, answers(null))
  await screen.click('生成培训项目')
  await screen.sees('请先选择岗位')
  screen.close()
  screen = await openScreen(<CourseDepartmentsPage />, `/?departmentId=${id}&postId=${postId}`, answers(postId))
  await screen.click('生成培训项目')
  await screen.sees('8 人中有 6 人存在差距')
  expect(screen.sent.find(({ path }) => path === skillPlan.propose.facts.path)?.body).toMatchObject({
    postId,
    who: { departmentId: id, postId, isDirect: 1 },
  })
})
