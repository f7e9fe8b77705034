import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { practice } from '../contract/practice.ts'
import { practicePaper } from '../contract/practice-paper.ts'
import { practicePeople } from '../contract/practice-people.ts'
import { practiceResults } from '../contract/practice-results.ts'
import PracticeManageList from './practice-manage.list.tsx'
import { weakPointActs } from './slots.ts'
import WeakPoints from './weak-points.page.tsx'
import AddPeople from './wizard/add-people.page.tsx'
import EditRules from './wizard/edit-rules.page.tsx'
import PublishPractice from './wizard/publish-practice.page.tsx'

const at = '2026-11-22T08:00:00.000Z'
const id = '01990000-0000-7000-8000-000000000001'
const row = {
  ...{ id, version: 3, name: '安全每日一练', startTime: null, endTime: null, status: 0, participationMode: 1 },
  ...{ questionCount: 20, creatorName: '张明', createTime: at, updateTime: at, publishTime: null, practisedCount: 0 },
  endedTime: null,
}
const detail = {
  ...row,
  ...{ information: '', sumScore: 40, examinationList: [{ id, name: '上季度考试', questionCount: 10 }] },
  ...{ participationStaffCount: 0, participationDepartmentList: [], participationGroupList: [], hasRuns: false },
  ...{ permitRepeatPractice: true, permitViewAnalysis: true, permitViewAnswer: true, permitViewResult: true },
}
const running = { ...detail, status: 5, publishTime: at }
const noRows = { dataList: [], totalCount: 0 }

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })
let screen: Screen
afterEach(() => screen.close())

const sentTo = (endpoint: { facts: { path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)

test('the list says how many, and what can be done follows the state', async () => {
  screen = await openScreen(<PracticeManageList />, '/application/ote/practiceManage', [
    [
      practice.listByPage,
      {
        dataList: [
          row,
          { ...row, id: 'r', name: '消防练习', status: 5 },
          { ...row, id: 'o', name: '到期练习', status: 6, endTime: at },
          { ...row, id: 'e', name: '停办练习', status: 6, endedTime: at },
        ],
        totalCount: 4,
      },
    ],
  ])
  await screen.sees('消防练习')
  await screen.sees('共 4 条')
  // What is over by its clock may get a later end, what was ended by hand may not.
  const mayEdit = (name: string) => document.querySelector(`[aria-label="编辑${name}"]`) !== null
  expect(['消防练习', '到期练习', '停办练习'].map(mayEdit)).toEqual([true, true, false])
  expect(screen.text()).toContain('草稿')
  expect(screen.text()).toContain('长期有效')
  expect(document.querySelector('[aria-label="发布安全每日一练"]')).not.toBeNull()
  expect(document.querySelector('[aria-label="消防练习的详情"]')).not.toBeNull()
})

test('an empty list leads to the first practice', async () => {
  screen = await openScreen(<PracticeManageList />, '/application/ote/practiceManage', [[practice.listByPage, noRows]])
  await screen.click('新建第一个练习')
  expect(screen.address()).toBe('/createProcess/createStepOne?type=2')
})

test('what must be mended stands in the way of publishing, with the way to it', async () => {
  const finding = { code: 'noQuestions', level: 'blocking', step: 'rules', message: '还没有试题' }
  screen = await openScreen(<PublishPractice />, `/createProcess/createStepThree?type=2&id=${id}`, [
    [practice.get, detail],
    [practice.checks, { version: 3, mayPublish: false, findings: [finding] }],
  ])
  await screen.sees('还没有试题')
  await screen.sees('还有 1 项必须修改')
  const link = document.querySelector('.kp-practice-findings a')
  expect(link?.getAttribute('href')).toBe(`/createProcess/createStepTwo?type=2&id=${id}`)
})

test('the rules step shows exams as sources and saves its paper', async () => {
  screen = await openScreen(<EditRules />, `/createProcess/createStepTwo?type=2&id=${id}`, [
    [practice.get, detail],
    [practicePaper.list, { fixed: [], rules: [], sumScore: 0, questionCount: 0, version: 3 }],
    [practicePaper.save, { fixed: [], rules: [], sumScore: 0, questionCount: 0, version: 4 }],
  ])
  await screen.sees('来源考试（1）')
  await screen.sees('上季度考试')
  await screen.click('保存')
  await screen.sees('保存成功')
  expect(sentTo(practicePaper.save)).toEqual([{ practiceId: id, version: 3, questions: [] }])
})

test('who may practise can be changed while it runs', async () => {
  screen = await openScreen(<AddPeople />, `/createProcess/createStepFour?type=2&id=${id}`, [
    [practice.get, running],
    [practice.save, { ...running, participationMode: 0, version: 4 }],
    [practicePeople.staffList, noRows],
  ])
  await screen.sees('还没有添加人员')
  const everyone = document.querySelector<HTMLInputElement>('input[type="radio"]')
  await act(async () => everyone?.click())
  await screen.sees('保存成功')
  expect(sentTo(practice.save)).toMatchObject([{ id, version: 3, participationMode: 0, status: 1 }])
})

const learner = {
  ...{ staffId: id, name: '赵一', loginAccount: 'u1', jobNumber: null, department: '生产部', phone: null, email: null },
  ...{ addedTime: at, isByTask: true, hasPractised: false },
}

test.each([
  ['step four', <AddPeople key="1" />, `/createProcess/createStepFour?type=2&id=${id}`, () => screen.click('学员管理')],
  ['the list', <PracticeManageList key="2" />, '/application/ote/practiceManage', () => more('安全每日一练的更多操作')],
] as const)('学员管理 opens from %s with the people of the practice', async (_, page, address, open) => {
  screen = await openScreen(page, address, [
    [practice.get, running],
    [practice.listByPage, { dataList: [{ ...row, status: 5 }], totalCount: 1 }],
    [practicePeople.staffList, { dataList: [learner], totalCount: 1 }],
  ])
  await screen.sees(row.name)
  await open()
  await vi.dynamicImportSettled()
  await screen.sees('添加学员')
  await screen.sees('u1')
  expect(sentTo(practicePeople.staffList).at(-1)).toMatchObject({ examinationId: id, pageIndex: 1, pageSize: 10 })
  // A course leads this one here.
  expect(document.querySelector<HTMLButtonElement>('[aria-label="移除赵一"]')?.disabled).toBe(true)
})

/** Opens what is folded of a row, and there 学员管理. */
async function more(name: string): Promise<void> {
  const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  await act(async () => button?.click())
  await screen.sees('学员管理')
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent === '学员管理',
  )
  await act(async () => item?.click())
}

test('the map of weak points says each figure, and claims nothing of too few', async () => {
  const point = { id, name: '触电急救' }
  const cell = { knowledgePointId: id, departmentId: 'd', peopleCount: 4, questionCount: 2, masteryPercent: null }
  weakPointActs.fill([({ pointIds }) => <output>为 {pointIds.length} 个知识点</output>])
  screen = await openScreen(<WeakPoints />, '/application/ote/practiceManage/weakPoints', [
    [
      practiceResults.weakPoints,
      {
        pointCount: 203,
        points: [{ ...point, masteryPercent: 38, peopleCount: 9, questionCount: 6 }],
        departments: [{ id: 'd', name: '运行部' }],
        cells: [cell],
      },
    ],
  ])
  await screen.sees('触电急救')
  const cells = [...document.querySelectorAll('.kp-practice-map td')].map((one) => one.textContent)
  expect(cells).toEqual(['38%9 人', '不足4 人'])
  await screen.sees('共 203 个知识点，只列出掌握度最低的 1 个')
  await screen.sees('为 0 个知识点')
  await act(async () => document.querySelector<HTMLElement>('.kp-practice-map input')?.click())
  await screen.sees('为 1 个知识点')
})
