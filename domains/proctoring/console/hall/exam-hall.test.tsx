import { formatInstant } from '@kaopei/web'
import { openScreen, Refusal, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { hall } from '../../contract/hall.ts'
import { hallStreams } from '../../contract/hall-streams.ts'
import { type IncidentRow, incident } from '../../contract/incidents/incident.ts'
import { live } from '../../contract/live.ts'
import { trial } from '../../contract/rehearsal/trial.ts'
import IncidentList from '../incidents/incident.list.tsx'
import { TakeBackDialog } from '../incidents/take-back.dialog.tsx'
import { doneWords } from './done-words.ts'
import { ExamHall } from './exam-hall.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const now = '2026-11-22T01:00:00.000Z'
const person = {
  ...{ department: null, roomName: null, seat: null, state: '答题中', isUnderWay: true, dueTime: now },
  ...{ mayPause: true, mayResume: false, mayReopen: true },
  ...{ contact: 'online', lastContactTime: now, absences: 0, awaySeconds: 0, unreadCount: 0, call: null, urgency: 0 },
}
const dataList = [
  { ...person, staffId: idOf(1), attemptId: idOf(11), name: '张三', isOwn: false },
  { ...person, staffId: idOf(2), attemptId: idOf(12), name: '李四', isOwn: true },
]
const seen = (mayEndExam: boolean) =>
  [
    [
      hall.watch,
      { serverTime: now, name: '安全生产考试', closeTime: null, mayEndExam, hasRooms: mayEndExam, dataList, totalCount: 2 },
    ],
    [hallStreams.states, { load: 0, dataList: [] }],
    [hallStreams.interrupted, { attemptIds: [] }],
    [trial.standings, { dataList: [] }],
  ] as const

let screen: Screen
// Not every test opens one, and whichever comes first has none of before.
afterEach(() => (screen as Screen | undefined)?.close())

const press = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click())
const boxOf = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="选择${name}"]`)

test('the exam is ended early by whoever reaches everybody in it, and nobody acts on their own attempt', async () => {
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', seen(false))
  await screen.sees('李四')
  expect(screen.text()).not.toContain('提前结束考试')
  expect([boxOf('张三')?.disabled, boxOf('李四')?.disabled]).toEqual([false, true])
  expect(screen.text().match(/重新开放/g)).toHaveLength(1)
  screen.close()
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', seen(true))
  await screen.sees('提前结束考试')
})

test('nobody is moved where the exam has no rooms', async () => {
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', seen(false))
  await screen.sees('李四')
  expect(screen.text()).not.toContain('换座')
  screen.close()
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', seen(true))
  await screen.sees('换座')
})

test('what could not be read of trials and recording is not shown as if there were none, and is told', async () => {
  const cells = (name: string) =>
    [...document.querySelectorAll('tr')]
      .find(({ textContent }) => textContent?.includes(name))
      ?.querySelectorAll('[title="尚未读取到"]').length
  const refused = new Refusal(9999, '系统繁忙')
  const broken = [...seen(false), [hallStreams.states, refused], [trial.standings, refused]] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', broken)
  await screen.sees('部分内容加载失败')
  expect(cells('张三')).toBe(2)
  screen.close()
  const recorded = { attemptId: idOf(11), streams: [] }
  const answers = [...seen(false), [hallStreams.states, { load: 0, dataList: [recorded] }]] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', answers)
  await vi.waitFor(() => expect([cells('张三'), cells('李四')]).toEqual([0, 1]))
})

test('whoever is not recorded any more stands among the incidents, before the others', async () => {
  const interrupted = [hallStreams.interrupted, { attemptIds: [idOf(12)] }] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', [...seen(false), interrupted])
  await screen.sees('需处理 1')
  const names = [...document.querySelectorAll('tbody [aria-label^="选择"]')].map((box) => box.getAttribute('aria-label'))
  expect(names).toEqual(['选择李四', '选择张三'])
})

test('the wall says that there is no picture only of whom that is known', async () => {
  const views = [{ attemptId: idOf(11), views: [] }]
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', [
    ...seen(false),
    [live.views, { dataList: views, serverTime: now }],
  ])
  await screen.sees('李四')
  await press('[title="画面"]')
  await screen.sees('暂无画面')
  const said = (name: string) => document.querySelector(`[aria-label="放大 ${name}"] .kp-live-none`)?.textContent
  expect([said('张三'), said('李四')]).toEqual(['暂无画面', '…'])
})

test('a picture of the wall that is no longer the newest says when it was taken', async () => {
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
  const views = [
    { source: 1, kind: 'picture', takenAt: before(60_000), url: '/screen' },
    { source: 2, kind: 'picture', takenAt: before(600_000), url: '/face' },
  ]
  const latest = [live.views, { dataList: [{ attemptId: idOf(11), views }], serverTime: now }] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', [...seen(false), latest])
  await screen.sees('李四')
  await press('[title="画面"]')
  await screen.sees(formatInstant(before(600_000), 'HH:mm:ss'))
  expect(document.querySelectorAll('.kp-live-old')).toHaveLength(1)
})

// jsdom has no MediaSource, as iPhones have none.
test('beside the films of one candidate stands what can be done to them, and nothing beside one’s own', async () => {
  const answers = [
    ...seen(false),
    [live.views, { dataList: [], serverTime: now }],
    [live.film, { dataList: [], serverTime: now }],
  ] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', answers)
  await screen.sees('李四')
  await press('[title="画面"]')
  const actsBesideFilms = async (name: string) => {
    await press(`[aria-label="放大 ${name}"]`)
    const footer = document.querySelector('.ant-drawer-open .ant-drawer-footer')
    expect(footer?.textContent).toContain('答题中')
    return [...(footer?.querySelectorAll('button') ?? [])].map((one) => one.textContent?.replaceAll(' ', ''))
  }
  expect(await actsBesideFilms('张三')).toEqual(['发消息', '警告', '暂停', '加时', '强制交卷'])
  expect(await actsBesideFilms('李四')).toEqual([])
})

test('of a source that has stopped the large view shows the last that came, a picture or a film', async () => {
  const views = [
    { source: 2, kind: 'picture', takenAt: now, url: '/picture' },
    { source: 3, kind: 'film', takenAt: now, url: '/film' },
  ]
  const latest = [live.views, { dataList: [{ attemptId: idOf(11), views }], serverTime: now }] as const
  const answers = [...seen(false), latest, [live.film, { dataList: [], serverTime: now }]] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', answers)
  await screen.sees('李四')
  await press('[title="画面"]')
  await screen.sees('答题中')
  await press('[aria-label="放大 张三"]')
  const shown = () =>
    [...document.querySelectorAll('.kp-live-film :is(img, video:not([hidden]))')].map((one) => one.getAttribute('src'))
  await vi.waitFor(() => expect(shown()).toEqual(['/picture', '/film']))
})

test('whoever is paused is offered to go on alone, and whoever an incident stops neither', async () => {
  const rows = [
    { ...dataList[0], mayPause: false, mayResume: true },
    { ...dataList[1], isOwn: false, mayPause: false },
  ]
  const view = {
    serverTime: now,
    name: '安全生产考试',
    closeTime: null,
    mayEndExam: false,
    hasRooms: false,
    dataList: rows,
    totalCount: 2,
  }
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', [...seen(false), [hall.watch, view]])
  await screen.sees('李四')
  const offered = () =>
    ['暂停', '恢复', '加时'].filter((words) =>
      [...document.querySelectorAll('button')].some((one) => one.textContent?.replaceAll(' ', '') === words && !one.disabled),
    )
  expect(offered()).toEqual([])
  await press('[aria-label="选择李四"]')
  expect(offered()).toEqual(['加时'])
  await press('[aria-label="选择张三"]')
  expect(offered()).toEqual(['恢复', '加时'])
})

test('before somebody is paused it is said what that does to their time, and why it is done is asked for', async () => {
  const paused = [hall.pause, { changedCount: 1, leftOut: [] }] as const
  screen = await openScreen(<ExamHall examId={idOf(9)} />, '/x', [...seen(false), paused])
  await screen.sees('李四')
  await press('[aria-label="选择张三"]')
  await screen.click('暂停')
  await screen.sees('停止的时间全部补回')
  await press('.ant-modal-footer .ant-btn-primary')
  await screen.sees('请选择原因')
  expect(screen.sent.filter(({ path }) => path === hall.pause.facts.path)).toEqual([])
})

test('what was done says to how many, and names the others', () => {
  const say = doneWords('已暂停')
  expect(say({ changedCount: 2, leftOut: [] })).toBe('已暂停 2 人')
  expect(say({ changedCount: 1, leftOut: ['张三', '李四'] })).toEqual({
    warning: '已暂停 1 人；张三、李四 已交卷或状态已变化，未处理',
  })
  const many = Array.from({ length: 9 }, (_, index) => `考生${index + 1}`)
  expect(say({ changedCount: 0, leftOut: many })).toMatchObject({ warning: expect.stringContaining('考生8 等 9 人') })
})

test('incidents that go on are counted by the server; one that reaches beyond the caller is neither ended nor taken back', async () => {
  const row = {
    ...{ reason: '停电', scopeText: '全部考生', fromTime: now, untilTime: null, restartMinutes: 0, state: 1, personCount: 3 },
    ...{ reopenedCount: 0, createdByName: null, createdTime: now, version: 1 },
  }
  const rows = [
    { ...row, id: idOf(21), title: '断电', mayChange: true },
    { ...row, id: idOf(22), title: '火警', mayChange: false },
  ]
  screen = await openScreen(<IncidentList />, `/x?examId=${idOf(9)}`, [
    [incident.list, { dataList: rows, totalCount: 130, openCount: 120, endableCount: 119, examName: '安全生产考试' }],
  ])
  await screen.sees('120 个事件正在停表，其中 119 个由您处理，恢复后请及时结束')
  await screen.sees('突发事件：安全生产考试')
  expect(screen.text().match(/撤回/g)).toHaveLength(2)
  expect(screen.sent.filter(({ path }) => path === incident.list.facts.path)).toHaveLength(1)
})

test('whoever may end none of the incidents that go on is not asked to', async () => {
  const row = {
    ...{ id: idOf(21), title: '断电', reason: '停电', scopeText: '全部考生', fromTime: now, untilTime: null, restartMinutes: 0 },
    ...{ state: 1, personCount: 3, reopenedCount: 0, createdByName: null, createdTime: now, version: 1, mayChange: false },
  }
  screen = await openScreen(<IncidentList />, `/x?examId=${idOf(9)}`, [
    [incident.list, { dataList: [row], totalCount: 1, openCount: 1, endableCount: 0, examName: '安全生产考试' }],
  ])
  await screen.sees('1 个事件正在停表，恢复后由登记人或管理员结束')
})

test('the end of an incident names its day where that is another', async () => {
  const row = {
    ...{
      reason: '停电',
      scopeText: '全部考生',
      restartMinutes: 0,
      state: 2,
      personCount: 3,
      reopenedCount: 0,
      createdByName: null,
    },
    ...{ createdTime: now, version: 1, mayChange: true, fromTime: '2026-11-22T23:50:00.000Z' },
  }
  const rows = [
    { ...row, id: idOf(21), title: '断电', untilTime: '2026-11-22T23:58:00.000Z' },
    { ...row, id: idOf(22), title: '断网', untilTime: '2026-11-23T00:12:00.000Z' },
  ]
  screen = await openScreen(<IncidentList />, `/x?examId=${idOf(9)}`, [
    [incident.list, { dataList: rows, totalCount: 2, openCount: 0, endableCount: 0, examName: '安全生产考试' }],
  ])
  await screen.sees('11-22 23:50 ~ 23:58')
  await screen.sees('11-22 23:50 ~ 11-23 00:12')
})

test('an incident is declared with the mark of the preview that was looked at', async () => {
  const fingerprint = 'a'.repeat(64)
  const counts = { moved: 0, stopped: 2, reopened: 0, untouched: 0, notBegun: 0 }
  screen = await openScreen(<IncidentList />, `/x?examId=${idOf(9)}`, [
    [incident.list, { dataList: [], totalCount: 0, openCount: 0, endableCount: 0, examName: '安全生产考试' }],
    [incident.choices, { rooms: [], departments: [], people: [], hasMorePeople: false }],
    [incident.dryRun, { dataList: [], totalCount: 0, counts, fingerprint, now }],
    [incident.apply, { id: idOf(23), counts }],
  ])
  await press('.kp-toolbar-buttons .ant-btn-primary')
  await screen.sees('停止计时 2 人')
  // Counts, mark and rows are of one answer; it is asked for anew each five seconds, and for nothing else.
  const asked = () =>
    screen.sent.filter(({ path }) => path === incident.dryRun.facts.path).map(({ body }) => JSON.stringify(body))
  await vi.waitFor(() => expect(asked().length).toBeGreaterThan(1), 20_000)
  expect([...new Set(asked())]).toEqual([asked()[0]])
  await act(async () => {
    const title = document.querySelector<HTMLInputElement>('[placeholder^="例如：机房"]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(title, '机房 3 断电')
    title?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const reason = [...document.querySelectorAll('.ant-select')].find(({ textContent }) => textContent?.includes('请选择原因'))
  await act(async () => void reason?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await press('.ant-select-item-option')
  await screen.click('停表并登记')
  await screen.sees('已停表并登记')
  const [applied] = screen.sent.filter(({ path }) => path === incident.apply.facts.path)
  expect(applied?.body).toMatchObject({ title: '机房 3 断电', fingerprint })
})

test('before an incident is taken back its deadlines are asked for once', async () => {
  const row: IncidentRow = {
    ...{ id: idOf(21), title: '断电', reason: '停电', scopeText: '全部考生', fromTime: now, untilTime: null, restartMinutes: 0 },
    ...{ state: 1, personCount: 3, reopenedCount: 0, createdByName: null, createdTime: now, version: 1, mayChange: true },
  }
  const counts = { moved: 2, stopped: 0, reopened: 0, untouched: 1, notBegun: 0 }
  screen = await openScreen(<TakeBackDialog row={row} onClose={vi.fn()} />, '/x', [
    [incident.dryRunTakingBack, { dataList: [], totalCount: 0, counts, now }],
  ])
  await screen.sees('2 名考生的截止时间会提前')
  expect(screen.sent.filter(({ path }) => path === incident.dryRunTakingBack.facts.path)).toHaveLength(1)
})
