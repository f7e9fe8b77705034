import { examPeople } from '@kaopei/exam/contract/exam-people'
import { connectUploads } from '@kaopei/web/client'
import { openScreen, Refusal, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { projectCategory } from '../contract/category.ts'
import { projectGroups } from '../contract/groups.ts'
import { projectNotice } from '../contract/notice.ts'
import { projectProgress } from '../contract/progress.ts'
import { project } from '../contract/project.ts'
import { projectSettling, projectStaff } from '../contract/staff.ts'
import { projectStages, projectTasks } from '../contract/stage-task.ts'
import ProjectDetailPage from './info/project-detail.page.tsx'
import ProjectMissionPage from './info/project-mission.page.tsx'
import ProjectStudentPage from './info/project-student.page.tsx'
import ProjectNoticePage from './notices/project-notice.page.tsx'
import { wordsOfAdded, wordsOfAssociated, wordsOfParted } from './people/people-words.ts'
import { whyClosed } from './people/why-closed.ts'
import ProjectCenterList from './project-center.list.tsx'
import { sessionStanding } from './sessions/session-standing.ts'
import CreateMission from './wizard/create-mission.page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const id = idOf(1)
const row = {
  ...{ id, projectId: id, name: '新员工入职培训', categoryId: null, categoryName: null, status: 0, source: 1 },
  ...{ beginTime: null, endTime: null, stageCount: 2, taskCount: 3, hasExam: true, hasCourse: true },
  ...{ learnerCount: 12, completedCount: 3, percent: 40, creatorName: '张明', createTime: at, updateTime: at, version: 2 },
}
const detail = {
  ...row,
  ...{ information: '', coverFileId: null, coverUrl: null, unlockOrder: 'free', notifyJoin: true, notifyBegin: false },
  ...{ notifyEnd: false, sourceExamId: null, shelfTime: null, endedTime: null, endedByName: null, archiveTime: null },
}
const running = { ...detail, status: 1, shelfTime: at }
const noRows = { dataList: [], totalCount: 0 }

const task = (number: number, title: string, part: object = {}) => ({
  ...{ id: idOf(number), stageId: idOf(100), slot: number, title, kind: 'course', kindLabel: '课程', targetId: idOf(7) },
  ...{ isRequired: true, weight: 1, rule: {}, conditions: [], dueTime: null, dueAfterDays: null, content: null, session: null },
  ...{ isForChosen: false, makesUpTaskId: null, targetName: title, refusal: null },
  ...part,
})
const stage = (number: number, title: string, tasks: readonly object[]) => ({
  ...{ id: idOf(number), title, descript: '', weight: 1, opensTime: null, opensAfterDays: null, endsTime: null },
  ...{ endsAfterDays: null, conditions: [], tasks },
})
const outline = {
  ...{ projectId: id, name: row.name, status: 0, outlineVersion: 5, isFixed: false, unlockOrder: 'free' },
  stages: [
    stage(100, '安全基础', [task(11, '安全第一课'), task(12, '结业考试', { kind: 'exam', kindLabel: '考试' })]),
    stage(101, '实操', [task(13, '现场演练', { stageId: idOf(101), kind: 'material', kindLabel: '资料' })]),
  ],
}

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })
const noUpload = () => Promise.reject(new Error('nothing is uploaded here'))
const noUploads = { open: noUpload, slices: noUpload, complete: noUpload, problem: () => undefined, accept: () => '.pdf' }
connectUploads(noUploads)

let screen: Screen
// Not every test opens one, and whichever comes first has none of before.
afterEach(() => (screen as Screen | undefined)?.close())

const sentTo = (endpoint: { facts: { path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)
const control = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  if (!found) throw new Error(`nothing is called ${name}`)
  return found
}
const press = (name: string) => act(async () => control(name).click())
const strike = (name: string, key: string) =>
  act(async () => control(name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
/** As React hears it: through the element's own setter. */
const type = (input: HTMLElement | null, text: string) =>
  act(async () => {
    const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })

async function chosen(menu: string, item: string): Promise<void> {
  await press(menu)
  await screen.sees(item)
  const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === item)
  await act(async () => found?.click())
}

test('the list says how far its people are, and what can be done follows the state', async () => {
  const rows = [row, { ...row, id: idOf(2), name: '班组长培训', status: 1 }, { ...row, id: idOf(3), name: '旧项目', status: 3 }]
  screen = await openScreen(<ProjectCenterList />, '/application/online/projectCenter', [
    [project.list, { dataList: rows, totalCount: 3 }],
    [projectCategory.listPage, { dataList: [{ id, name: '入职', sort: 1, projectCount: 3, version: 1 }], totalCount: 1 }],
  ])
  await screen.sees('班组长培训')
  await screen.sees('3 / 12')
  await screen.sees('入职')
  expect(document.querySelector('[aria-label="编辑旧项目"]')).toBeNull()
  await press('班组长培训的更多操作')
  await screen.sees('下架')
  expect(screen.text()).toContain('结束')
  expect(screen.text()).not.toContain('归档项目')
})

test('what is said of people counts those left out, repeated and taken out too', () => {
  expect(wordsOfAdded({ addedCount: 2, repeatedCount: 1, skippedCount: 3 })).toBe(
    '添加 2 人，1 人已在项目中，3 人已停用或不在您的管理范围内',
  )
  expect(wordsOfAssociated({ addedCount: 0, repeatedCount: 4, removedCount: 5 })).toBe(
    '关联成功，添加 0 人，4 人已在项目中，5 人不再由实时部门或用户组加入，已移出',
  )
  expect([wordsOfParted({ removedCount: 0 }), wordsOfParted({ removedCount: 2 })]).toEqual([
    '移除成功，学员保留',
    '移除成功，2 名学员已移出',
  ])
  expect([whyClosed(1), whyClosed(2)]).toEqual([undefined, '项目已下架，不接受新学员'])
})

test('copying asks for the new beginning and opens the copy', async () => {
  screen = await openScreen(<ProjectCenterList />, '/application/online/projectCenter', [
    [project.list, { dataList: [row], totalCount: 1 }],
    [projectCategory.listPage, noRows],
    [project.copy, { id: idOf(9), shiftedDays: 0, unbookedCount: 2, leftRuleCount: 1 }],
  ])
  await screen.sees(row.name)
  await chosen(`${row.name}的更多操作`, '复制')
  await screen.sees('新的开始时间')
  await screen.click('确定')
  await screen.sees('复制成功')
  await screen.sees('有 2 场线下课没有预约讲师，请在任务中重新选择讲师')
  await screen.sees('自动提醒没有复制')
  expect(sentTo(project.copy)).toEqual([{ id, name: '新员工入职培训 副本', withGroups: false }])
  expect(screen.address()).toBe(`/createProject?id=${idOf(9)}`)
})

const editor = [
  [project.get, detail],
  [projectTasks.list, outline],
  [projectTasks.move, { outlineVersion: 6 }],
  [projectStages.move, { outlineVersion: 6 }],
] as const

async function openEditor(): Promise<void> {
  screen = await openScreen(<CreateMission />, `/createMission?id=${id}`, editor)
  await screen.sees('安全第一课')
}

test.each([
  ['任务“安全第一课”', 'ArrowDown', { taskId: idOf(11), stageId: idOf(100), beforeId: null }],
  ['任务“结业考试”', 'ArrowDown', { taskId: idOf(12), stageId: idOf(101), beforeId: idOf(13) }],
  ['任务“现场演练”', 'ArrowUp', { taskId: idOf(13), stageId: idOf(100), beforeId: null }],
])('the arrow keys move %s also into another stage', async (name, key, moved) => {
  await openEditor()
  await strike(`移动${name}，按上下方向键`, key)
  expect(sentTo(projectTasks.move)).toEqual([{ projectId: id, outlineVersion: 5, ...moved }])
})

test('a stage moves by its handle, and a task that is dropped on a stage goes to its end', async () => {
  await openEditor()
  await strike('移动阶段“实操”，按上下方向键', 'ArrowUp')
  expect(sentTo(projectStages.move)).toEqual([{ projectId: id, outlineVersion: 5, id: idOf(101), beforeId: idOf(100) }])
  const kind = 'application/x-kaopei-outline'
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: [kind], getData: () => `task ${idOf(11)}` },
  })
  await act(async () => control('实操').dispatchEvent(drop))
  expect(sentTo(projectTasks.move)).toEqual([
    { projectId: id, outlineVersion: 5, taskId: idOf(11), stageId: idOf(101), beforeId: null },
  ])
})

test('a session is not sent half, and what was typed is not closed away unasked', async () => {
  await openEditor()
  await chosen('向实操添加任务', '线下课')
  await vi.dynamicImportSettled()
  await screen.sees('添加线下课')
  await type(document.getElementById('kp-task-title'), '消防演练')
  await screen.click('确定')
  await screen.sees('请填写地点和时间')
  await screen.click('取消')
  await screen.sees('添加线下课')
  expect(document.querySelector<HTMLInputElement>('#kp-task-title')?.value).toBe('消防演练')
  expect(sentTo(projectTasks.createList)).toEqual([])
})

test('where something more is required, what becomes of those who completed is asked before it is saved', async () => {
  const answer = (sent: { forCompleted?: string }) =>
    sent.forCompleted ? { outlineVersion: 6, taskIds: [idOf(20)] } : new Refusal(3217, '已有学员完成项目')
  screen = await openScreen(<CreateMission />, `/createMission?id=${id}`, [...editor, [projectTasks.createList, answer]])
  await screen.sees('实操')
  await chosen('向实操添加任务', '资料')
  await vi.dynamicImportSettled()
  await screen.sees('添加资料')
  await type(document.getElementById('kp-task-title'), '消防知识')
  await screen.click('添加链接')
  await type(control('链接 1 的名称'), '消防网')
  await type(control('链接 1 的地址'), 'https://example.com')
  await screen.click('确定')
  await screen.sees('已完成者保持完成')
  const radio = document.querySelector<HTMLElement>('[aria-label="已完成的学员"] input[value="owe"]')
  await act(async () => radio?.click())
  const confirm = [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1)
  await act(async () => confirm?.click())
  await screen.sees('添加成功')
  const asked = sentTo(projectTasks.createList)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toMatchObject({ forCompleted: 'owe', stageId: idOf(101), tasks: [{ title: '消防知识' }] })
})

test('what was typed of a material stays when the server refuses it', async () => {
  await openEditor()
  await chosen('向实操添加任务', '资料')
  await vi.dynamicImportSettled()
  await screen.sees('添加资料')
  await type(document.getElementById('kp-task-title'), '消防知识')
  await screen.click('添加链接')
  await type(control('链接 1 的名称'), '消防网')
  await type(control('链接 1 的地址'), 'https://example.com')
  // Nothing answers the call here: it is refused.
  await screen.click('确定')
  await vi.waitFor(() => expect(sentTo(projectTasks.createList)).toHaveLength(1))
  const content = { links: [{ title: '消防网', url: 'https://example.com' }] }
  expect(sentTo(projectTasks.createList)).toMatchObject([
    { stageId: idOf(101), tasks: [{ kind: 'material', title: '消防知识', content }] },
  ])
  await screen.sees('添加资料')
  expect(document.querySelector<HTMLInputElement>('#kp-task-title')?.value).toBe('消防知识')
})

test('faults lead to their place, and nothing is put on the shelf before', async () => {
  const group = {
    ...{ id: idOf(60), kind: 'group', name: '班组长', mode: 2, staffCount: null, attachedByName: null, attachedAt: at },
  }
  const fault = { code: 'target', message: '任务“结业考试”的考试已删除', stageId: idOf(100), taskId: idOf(12) }
  screen = await openScreen(<CreateMission />, `/createMission?id=${id}&step=people`, [
    [project.get, detail],
    [project.faults, { faults: [fault] }],
    [projectStaff.list, noRows],
    [projectGroups.list, { dataList: [group], totalCount: 23 }],
  ])
  await screen.sees('等 23 个部门和用户组')
  await screen.sees('还不能上架：有 1 处需要修改')
  await screen.sees('还没有学员')
  const link = document.querySelector('.kp-training-faults a')
  expect(link?.getAttribute('href')).toBe(`/createMission?id=${id}#${idOf(12)}`)
  const shelve = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '上架项目')
  expect(shelve?.disabled).toBe(true)
})

const person = {
  ...{ staffId: idOf(50), name: '赵一', loginAccount: 'u1', jobNumber: null, department: '生产部', progress: 1, percent: 30 },
  ...{ enrolledAt: at, isOverdue: true, completedAt: null, lastAt: at, nextTaskId: idOf(12), nextTaskTitle: '结业考试' },
  ...{ nextSince: at, nextDueAt: null, tasks: [{ taskId: idOf(11), title: '安全第一课', state: 2, isExempted: true }] },
}

test('a learner says where they are stuck; their drawer says why, and a task is opened with a reason', async () => {
  const locked = {
    ...{ taskId: idOf(12), title: '结业考试', state: 0, stageId: idOf(100), kind: 'exam', kindLabel: '考试', isRequired: true },
    ...{ isForChosen: false, isExempted: false, isOpenedByHand: false, isPassed: false, score: null, isOpen: false },
    ...{ locks: ['需先完成“安全第一课”'], dueAt: null, isOverdue: false },
  }
  const opened = { id: idOf(100), title: '安全基础' }
  screen = await openScreen(<ProjectStudentPage />, `/projectInfo/projectStudent?id=${id}`, [
    [project.get, running],
    [projectProgress.people, { dataList: [person], totalCount: 1 }],
    [projectTasks.getTasks, { outlineVersion: 5, tasks: outline.stages[0]?.tasks }],
    [
      projectProgress.person,
      { name: '赵一', percent: 30, enrolledAt: at, completedAt: null, openedStages: [opened], tasks: [locked], events: [] },
    ],
    [projectSettling.open, { changedCount: 1, leftOut: null }],
  ])
  await screen.sees('赵一')
  expect(screen.text()).toContain('已停')
  expect(screen.text()).toContain('1/1（免修 1）')
  await press('赵一的明细')
  await vi.dynamicImportSettled()
  await screen.sees('需先完成“安全第一课”')
  expect(control('取消开放 安全基础')).toBeDefined()
  await press('开放 结业考试')
  await screen.sees('不再等待解锁条件')
  await type(document.querySelector('.ant-modal textarea'), '已在线下学过')
  await screen.click('确定')
  await screen.sees('已开放')
  expect(sentTo(projectSettling.open)).toEqual([
    { projectId: id, taskId: idOf(12), staffIds: [person.staffId], reason: '已在线下学过' },
  ])
})

test('the address of a stored exam opens its people, and whoever is added there is stored at once', async () => {
  const someone = {
    staffId: idOf(31),
    name: '钱二',
    loginAccount: 'qianer',
    department: '电工一班',
    phone: '138****0002',
    email: null,
  }
  const candidate = { ...someone, hasAttempt: false, groupNames: [] }
  screen = await openScreen(<ProjectStudentPage />, `/projectInfo/projectStudent?type=exam&id=${id}&actionType=update`, [
    [examPeople.list, { dataList: [candidate], totalCount: 1 }],
    [examPeople.remove, { removedCount: 1, leftOut: null }],
  ])
  await vi.dynamicImportSettled()
  await screen.sees('电工一班')
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('913px')
  await press('移除钱二')
  await screen.sees('确定移除该学员吗？')
  await screen.click('确定')
  await screen.sees('删除成功')
  expect(sentTo(examPeople.remove)).toEqual([{ examinationId: id, staffIds: [someone.staffId] }])
})

test('the overview says how many are in which stage and where people are stuck', async () => {
  const taskFigures = { slot: 1, kind: 'course', kindLabel: '课程', isRequired: true, isForChosen: false }
  screen = await openScreen(<ProjectDetailPage />, `/projectInfo/projectDetail?id=${id}`, [
    [project.get, running],
    [
      projectProgress.overview,
      {
        ...{ projectId: id, name: row.name, status: 1, beginAt: null, endAt: null, asOf: at, isUnderWay: false },
        ...{
          staffCount: 12,
          notBegunCount: 4,
          underWayCount: 5,
          completeCount: 3,
          exemptedCount: 1,
          overdueCount: 2,
          averagePercent: 40,
        },
        stages: [
          {
            ...{ stageId: idOf(100), title: '安全基础', opensAt: null, opensAfterDays: null, endsAt: null, endsAfterDays: 7 },
            ...{ hereCount: 6 },
            tasks: [
              {
                taskId: idOf(11),
                title: '安全第一课',
                staffCount: 12,
                begunCount: 9,
                completeCount: 8,
                exemptedCount: 2,
                ...taskFigures,
              },
            ],
          },
        ],
      },
    ],
    [projectProgress.funnel, { asOf: at, isTooFew: true, steps: [], stages: [] }],
    [
      projectProgress.stuck,
      {
        asOf: at,
        tasks: [
          {
            ...{ taskId: idOf(12), title: '结业考试', stageTitle: '安全基础', staffCount: 4, longCount: 1, overdueCount: 2 },
            oldestSince: at,
          },
        ],
      },
    ],
  ])
  await screen.sees('人正在此阶段')
  await screen.sees('加入 7 天后截止')
  await screen.sees('学员不足 5 人')
  const link = control('停在“结业考试”的 4 人')
  expect(link.getAttribute('href')).toBe(`/projectInfo/projectStudent?id=${id}&stuckTaskId=${idOf(12)}`)
  const completed = `/projectInfo/projectStudent?id=${id}&taskId=${idOf(11)}&taskState=2`
  // Who was exempted counts as complete, and is never told among them without a word.
  expect(control('安全第一课：8/12 人完成，其中已免修 2 人').getAttribute('href')).toBe(completed)
  await screen.sees('（含免修 1 人）')
})

test.each([
  ['2026-12-01T07:29:00Z', null, '未到签到时间'],
  ['2026-12-01T07:30:00Z', null, '签到中'],
  ['2026-12-01T10:00:00Z', null, '签到中'],
  ['2026-12-01T10:01:00Z', null, '已下课，名单未关闭'],
  ['2026-12-01T09:00:00Z', '2026-12-01T08:40:00Z', '名单已关闭'],
])('a session from 8 to 10 with half an hour to sign in before stands at %s: %s %s', (now, heldTime, text) => {
  const session = { beginTime: '2026-12-01T08:00:00Z', endTime: '2026-12-01T10:00:00Z', opensBeforeMinutes: 30, heldTime }
  expect(sessionStanding(session, Date.parse(now)).text).toBe(text)
})

test('a task shows its figures, and those for chosen people say whom', async () => {
  const chosenTask = task(12, '补考', { isForChosen: true, makesUpTaskId: idOf(11), kind: 'exam', kindLabel: '考试' })
  screen = await openScreen(<ProjectMissionPage />, `/projectInfo/projectMission?id=${id}`, [
    [project.get, running],
    [projectTasks.list, { ...outline, stages: [stage(100, '安全基础', [task(11, '安全第一课'), chosenTask])] }],
    [projectProgress.overview, { stages: [] }],
    [projectSettling.chosenList, noRows],
    [projectStaff.list, noRows],
  ])
  await screen.sees('补修“安全第一课”')
  expect(control('安全第一课的安排补修')).toBeDefined()
  await press('补考的指定学员')
  await vi.dynamicImportSettled()
  await screen.sees('还没有指定学员')
  await screen.click('添加学员')
  await screen.sees('没有符合条件的人员')
  // Of the project, those who have not completed what it makes up for, not the whole company.
  expect(sentTo(projectStaff.list)).toMatchObject([{ projectId: id, owesTaskId: idOf(11) }])
})

test('a notice says whom it reaches before it is sent', async () => {
  screen = await openScreen(<ProjectNoticePage />, `/projectNotice?id=${id}`, [
    [project.get, running],
    [projectNotice.rules, { beforeDays: [3], isAtDue: true, afterDays: [], unbegunDays: [] }],
    [projectNotice.list, noRows],
    [projectNotice.touch, { mail: true, sms: false, writtenCount: 9, skippedCount: 3, unreachableCount: 0 }],
  ])
  await screen.sees('自动提醒：到期前 3 天、到期时')
  await screen.click('发送通知')
  await vi.dynamicImportSettled()
  await screen.sees('将以邮件发送给 9 人')
  await screen.sees('3 人已完成或已通知过')
})

test('an import says how many rows did not come in', async () => {
  connectUploads({
    ...noUploads,
    open: async () => ({ uploadId: 'u', sliceBytes: 5, sliceCount: 0, slices: [] }),
    complete: async () => ({ fileId: idOf(77), fileUrl: '/files/77', name: '学员.xlsx', sizeBytes: 3 }),
  })
  screen = await openScreen(<ProjectStudentPage />, `/projectInfo/projectStudent?id=${id}`, [
    [project.get, running],
    [projectProgress.people, noRows],
    [projectTasks.getTasks, { outlineVersion: 5, tasks: [] }],
    [projectStaff.importFile, { addedCount: 7, repeatedCount: 0, failedCount: 2, failedUrl: '/files/failed' }],
  ])
  await screen.click('导入')
  await screen.sees('点击或将文件拖到此处上传')
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('nothing takes a file')
  Object.defineProperty(input, 'files', { value: [new File(['abc'], '学员.xlsx')] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  await screen.sees('2 行没有导入')
  expect(screen.text()).toContain('7 条数据')
  expect(sentTo(projectStaff.importFile)).toEqual([{ projectId: id, fileId: idOf(77) }])
  connectUploads(noUploads)
})
