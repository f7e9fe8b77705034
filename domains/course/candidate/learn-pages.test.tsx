import { readFileSync } from 'node:fs'
import { answerMark } from '@kaopei/contract'
import { creditOfPages } from '@kaopei/learning/contract/credit'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { learn } from '../contract/learn.ts'
import type { CoursePage, MyCourse, OpenedCourseware, TaskShown } from '../contract/learn-shapes.ts'
import { learnPing, pingInput } from '../contract/ping.ts'
import CourseLearnPage from './course.page.tsx'
import HomePage from './home.page.tsx'
import LibraryPage from './library.page.tsx'
import TaskPage from './task.page.tsx'

let screen: Screen | undefined
const answered = { [answerMark.name]: answerMark.value }
const visited: string[] = []
afterEach(() => {
  screen?.close()
  screen = undefined
  visited.length = 0
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})
// jsdom has no dialogs that take the page.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= () => undefined
const go = (path: string) => void visited.push(path)
const page = { go, start: () => undefined }

const task: TaskShown = {
  ...{ id: 'film', title: '消防演练', kind: 'courseware', coursewareType: 2, isRequired: true },
  ...{ lengthSeconds: 100, state: 0, percent: 0 },
}
const locked: TaskShown = {
  ...{ id: 'exam', title: '章节考试', kind: 'exam', isRequired: true, state: 0, percent: 0, lock: 0 },
}
const reasons = [
  { words: '需先完成“消防演练”', taskId: 'film' },
  { words: '2026-12-01 09:00 开放', taskId: null },
]
const spared: TaskShown = { ...task, id: 'new', title: '新规范', isSpared: true, beginUntil: '2026-12-02T01:00:00Z' }
const coursePage: CoursePage = {
  ...{ courseId: 'c', name: '安全培训', descript: '', coverUrl: null, hasWatermark: false },
  ...{ learner: { name: '李工', account: 'ligong' }, enrolledAt: '2026-11-01T00:00:00Z', dueAt: null, isOverdue: false },
  ...{ completedAt: null, percent: 30, learnedSeconds: 3725, lastTaskId: 'film', nextTaskId: 'film', closed: null },
  chapters: [{ id: 'ch', title: '第一章', descript: '', tasks: [task, locked] }],
  locks: [{ reasons, opensAt: null }],
}
const missing = {
  ...{ percent: 30, isComplete: false },
  tasks: [
    { taskId: 'film', title: '消防演练', percent: 60, isRequired: true, words: ['还需观看 0:40，未观看的部分：0:20–1:00'] },
  ],
}

test('a lock names each reason and leads to what is missing; why something is not complete comes from the server', async () => {
  screen = await openScreen(<CourseLearnPage {...page} id="c" second="" />, '/', [
    [learn.page, { ...coursePage, chapters: coursePage.chapters.map((one) => ({ ...one, tasks: [...one.tasks, spared] })) }],
    [learn.missing, missing],
  ])
  await screen.sees('需先完成“消防演练”')
  await screen.sees('新规范新增，无需补学')
  await screen.sees('2026-12-01 09:00 开放')
  await screen.sees('已学习 1 小时 2 分')
  await screen.sees('请在 2026-12-02')
  const button = (label: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)
  expect([button('学习：章节考试')?.disabled, button('学习：消防演练')?.disabled]).toEqual([true, false])
  await screen.click('去完成')
  await screen.click('继续学习')
  expect(visited).toEqual(['/learn/c/film', '/learn/c/film'])
  await screen.click('为什么还没完成')
  await screen.sees('还需观看 0:40，未观看的部分：0:20–1:00')
})

test('whoever comes to a locked task by its address is told what is missing, and led there', async () => {
  screen = await openScreen(<TaskPage {...page} id="c" second="exam" />, '/', [[learn.page, coursePage]])
  await screen.sees('该任务尚未开放')
  await screen.sees('2026-12-01 09:00 开放')
  await screen.click('去完成')
  expect(visited).toEqual(['/learn/c/film'])
})

test('a bought course whose time is over says so and offers nothing that would be refused', async () => {
  const closed = '课程的使用期已于 2026-11-01 00:00 结束，学习记录已保留，请联系课程管理员'
  screen = await openScreen(<CourseLearnPage {...page} id="c" second="" />, '/', [
    [learn.page, { ...coursePage, closed, nextTaskId: null }],
  ])
  await screen.sees(closed)
  expect(screen.text()).not.toContain('继续学习')
  expect(document.querySelector<HTMLButtonElement>('[aria-label="学习：消防演练"]')?.disabled).toBe(true)
  screen.close()
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, { ...coursePage, closed, nextTaskId: null }],
  ])
  await screen.sees(closed)
  expect(screen.sent.map(({ path }) => path)).toEqual([learn.page.facts.path])
})

test('categories of the library are told apart by what they stand below', async () => {
  const categories = [
    { id: 'safety', name: '安全', parentId: null },
    { id: 'quality', name: '质量', parentId: null },
    { id: 'first', name: '新员工', parentId: 'quality' },
    { id: 'second', name: '新员工', parentId: 'safety' },
  ]
  screen = await openScreen(<LibraryPage {...page} id="" second="" />, '/', [
    [learn.library, { dataList: [], totalCount: 0, categories }],
  ])
  await screen.sees('分类')
  const shown = [...document.querySelectorAll('option')].map(({ value, textContent }) => [value, textContent])
  expect(shown.slice(1)).toEqual([
    ['safety', '安全'],
    ['second', '安全 / 新员工'],
    ['quality', '质量'],
    ['first', '质量 / 新员工'],
  ])
})

test('an empty list says what to do: other words where something was asked for, else what comes into it', async () => {
  screen = await openScreen(<LibraryPage {...page} id="" second="" />, '/', [
    [learn.library, { dataList: [], totalCount: 0, categories: [] }],
  ])
  await screen.sees('有公开的课程后会显示在这里')
  screen.close()
  screen = await openScreen(<HomePage {...page} id="" second="" />, '/', [
    [learn.myCourses, { dataList: [], totalCount: 0, goOn: null }],
  ])
  await screen.sees('被安排课程后会显示在这里')
  await screen.click('已逾期')
  await screen.sees('换一个关键词或学习状态试试')
})

test('whoever was not taken into a course is told why', async () => {
  const course = {
    ...{ courseId: 'c', name: '安全培训', coverUrl: null, categoryName: null, type: 1, taskCount: 2, placesLeft: 3 },
    ...{ state: 4, refusedReason: '请先完成基础课程', isTakenOut: false, isJoinApproved: true },
  }
  screen = await openScreen(<LibraryPage {...page} id="" second="" />, '/', [
    [learn.library, { dataList: [course], totalCount: 1, categories: [] }],
  ])
  await screen.sees('未通过：请先完成基础课程')
})

const mine: MyCourse = {
  ...{ courseId: 'c', name: '安全培训', coverUrl: null, source: 1, percent: 30, taskCount: 2, isJoined: false },
  ...{ enrolledAt: '2026-11-01T00:00:00Z', dueAt: null, isOverdue: false, completedAt: null, lastAt: null },
  ...{ lastTaskId: 'film', lastTaskTitle: '消防演练', learnedSeconds: 10, isClosed: false },
}

test('home goes on where somebody was, and says so only where nothing is searched for', async () => {
  screen = await openScreen(<HomePage {...page} id="" second="" />, '/', [
    [learn.myCourses, { dataList: [mine], totalCount: 1, goOn: { ...mine, nextTask: { id: 'film', title: '消防演练' } } }],
  ])
  await screen.sees('上次学到消防演练')
  await screen.click('继续学习')
  expect(visited).toEqual(['/learn/c/film'])
  await screen.click('已逾期')
  await vi.waitFor(() => expect(screen?.sent.filter(({ path }) => path === learn.myCourses.facts.path)).toHaveLength(2))
  await vi.waitFor(() => expect(screen?.text()).not.toContain('上次学到'))
})

test('home leads past what is complete to what comes next', async () => {
  const goOn = { ...mine, nextTask: { id: 'pages', title: '防护规范' } }
  screen = await openScreen(<HomePage {...page} id="" second="" />, '/', [
    [learn.myCourses, { dataList: [mine], totalCount: 1, goOn }],
  ])
  await screen.sees('接着学习防护规范')
  await screen.click('继续学习')
  expect(visited).toEqual(['/learn/c/pages'])
})

const opened: OpenedCourseware = {
  session: 's',
  shown: {
    ...{ coursewareId: 'w', versionId: 'v', title: '消防演练', type: 2, lengthSeconds: 100, pageCount: null, coverUrl: null },
    renditions: ['720', '360'].map((name) => ({
      ...{ name, url: `/files/${name}`, width: 0, height: 0, bitsPerSecond: 0, codecs: '', initBytes: null, segments: null },
    })),
    ...{ subtitles: [], pages: [], blocks: [], package: null, downloadUrl: null, refusal: null },
    expiresAt: '2026-11-22T12:00:00Z',
  },
  ...{ lengthSeconds: 100, pageCount: 0, watched: [[0, 20]], pageSeconds: [], position: 10, percent: 20, isComplete: false },
  rule: {
    ...{ percent: 95, secondsPerPage: 5, pagePercent: 100, noSkip: true, pauseWhenHidden: true, idleSeconds: null },
  },
}

const sums = { cutSeconds: 0, coveredSeconds: 20, percent: 20, coursePercent: 10, learnedSeconds: 20 }
const credited = { credited: [], pages: [], ...sums }

async function openFilm(answer: OpenedCourseware, told: object = {}): Promise<HTMLVideoElement> {
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [learn.open, answer],
    [learnPing.ping, { ...credited, ...told, isComplete: answer.isComplete }],
  ])
  await screen.sees('倍速')
  const video = document.querySelector('video')
  if (!video) throw new Error('no player')
  Object.defineProperty(video, 'duration', { value: 100 })
  vi.spyOn(video, 'play').mockResolvedValue()
  await happens(video, 'loadedmetadata')
  return video
}
const happens = (video: HTMLVideoElement, name: string) => act(async () => void video.dispatchEvent(new Event(name)))
const playing = (video: HTMLVideoElement, isPlaying: boolean) =>
  Object.defineProperty(video, 'paused', { value: !isPlaying, configurable: true })

test('the bar shows what counted, and whoever may not skip gets to where they were and no farther', async () => {
  const video = await openFilm(opened)
  expect(video.currentTime).toBe(10)
  const marks = [...document.querySelectorAll<HTMLElement>('.learn-seek-counted i')]
  expect(marks.map(({ style, className }) => [className, style.left, style.width])).toEqual([
    ['', '0%', '20%'],
    ['closed', '20%', '80%'],
  ])
  await screen?.click('跳到未看处 0:20')
  expect(video.currentTime).toBe(20)
  video.currentTime = 90
  await happens(video, 'seeking')
  expect(video.currentTime).toBe(20)
  playing(video, true)
  video.currentTime = 22
  await happens(video, 'timeupdate')
  video.currentTime = 24
  await happens(video, 'timeupdate')
  video.currentTime = 60
  await happens(video, 'seeking')
  expect(video.currentTime).toBe(24)
})

test('a jump to what was not seen is offered for gaps alone: not for what was just played, nor where one is', async () => {
  const video = await openFilm({ ...opened, watched: [[0, 40]], rule: { ...opened.rule, noSkip: false } })
  await screen?.sees('跳到未看处 0:40')
  playing(video, true)
  for (const at of [40, 42, 44, 46, 48]) {
    video.currentTime = at
    await happens(video, 'timeupdate')
    expect(screen?.text()).not.toContain('跳到未看处')
  }
  playing(video, false)
  await happens(video, 'pause')
  video.currentTime = 5
  await happens(video, 'seeked')
  await screen?.sees('跳到未看处 0:48')
  // The server lets nothing of it count.
  await happens(video, 'ended')
  await screen?.sees('跳到未看处 0:40')
})

test('a refusal while it plays takes the player away, says why, and nothing more is told', async () => {
  const video = await openFilm(opened)
  const text = '课程的使用期限已结束，学习记录已保留，请联系管理员'
  const refused = vi.fn(async () => Response.json({ code: 3053, message: text, data: null }, { headers: answered }))
  vi.stubGlobal('fetch', refused)
  playing(video, true)
  for (const seconds of [10, 12]) {
    video.currentTime = seconds
    await happens(video, 'timeupdate')
  }
  await happens(video, 'ended')
  await screen?.sees(text)
  await screen?.sees('重新打开')
  expect(document.querySelector('video')).toBeNull()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(refused).toHaveBeenCalledTimes(1)
})

test('a film that was complete may be gone through anywhere', async () => {
  const video = await openFilm({ ...opened, isComplete: true })
  video.currentTime = 90
  await happens(video, 'seeking')
  expect(video.currentTime).toBe(90)
  await screen?.sees('已完成，记录已保存')
})

test('speed and quality are kept for the next film on this device', async () => {
  const choose = async (label: string, value: string) => {
    const select = [...document.querySelectorAll('label')]
      .find(({ textContent }) => textContent?.startsWith(label))
      ?.querySelector('select')
    if (!select) throw new Error(`nothing to choose for ${label}`)
    await act(async () => {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const first = await openFilm(opened)
  expect(first.getAttribute('src')).toBe('/files/720')
  await choose('倍速', '1.5')
  await choose('清晰度', '360')
  expect([first.playbackRate, first.getAttribute('src')]).toEqual([1.5, '/files/360'])
  screen?.close()
  const second = await openFilm(opened)
  expect([second.playbackRate, second.getAttribute('src')]).toEqual([1.5, '/files/360'])
})

test('after a time without a sign the player asks, also while it draws itself anew', async () => {
  const video = await openFilm({ ...opened, rule: { ...opened.rule, idleSeconds: 60 } })
  const pause = vi.spyOn(video, 'pause').mockReturnValue()
  vi.useFakeTimers()
  playing(video, true)
  for (let second = 0; second <= 61; second++) {
    video.currentTime = 10 + second / 10
    await happens(video, 'timeupdate')
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  expect(document.querySelector('[role="alertdialog"]')).not.toBeNull()
  expect(pause).toHaveBeenCalled()
})

const blockOf = (id: string, lengthSeconds: number) => ({
  ...{ id, type: 3 as const, fenmianImgPath: '', url: `/files/${id}`, content: '', lengthSeconds },
})

test('of many short blocks that are in view together each gets its time, two at once', async () => {
  const blocks = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
    ...{ id, type: 2 as const, fenmianImgPath: '', url: null, content: '<p>一句话</p>', lengthSeconds: null },
  }))
  const shown = { ...opened.shown, type: 5 as const, renditions: [], blocks }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 100, 50))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [learn.open, { ...opened, shown, watched: [], pageSeconds: [], position: 0 }],
    [learnPing.ping, { ...credited, isComplete: false }],
  ])
  await screen.sees('一句话')
  await act(() => vi.advanceTimersByTimeAsync(24_000))
  // As the server counts them: a report comes every ten seconds.
  const counted = screen.sent.flatMap(({ path, body }) =>
    path === learnPing.ping.facts.path
      ? creditOfPages(pingInput.pick({ pages: true }).parse(body).pages, { spanSeconds: 10, pageCount: 5 })
      : [],
  )
  const secondsOf = (block: number) => counted.reduce((sum, [page, seconds]) => sum + (page === block ? seconds : 0), 0)
  expect(blocks.map((_, block) => secondsOf(block) >= 5)).toEqual([true, true, true, true, true])
})

test('the mark of a page that was read lies upon it: a page is as wide as its place', () => {
  const sheet = readFileSync('domains/course/candidate/learn.css', 'utf8')
  const ruleOf = (selector: string) => sheet.split('}').find((rule) => rule.includes(`${selector} {`))
  expect(ruleOf('.learn-pages > div')).not.toMatch(/border|padding/)
  expect(ruleOf('.learn-pages > div.is-read::before')).toMatch(/position: absolute/)
})

test('a page is marked as read when its time counts, not when it was told', async () => {
  const shown = {
    ...{ ...opened.shown, type: 1 as const, renditions: [] },
    pages: [1, 2].map((number) => ({ number, url: `/files/page-${number}`, width: 800, height: 600 })),
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 100, 50))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [learn.open, { ...opened, shown, lengthSeconds: 0, pageCount: 2, watched: [], pageSeconds: [], position: 0 }],
    [
      learnPing.ping,
      {
        ...{ ...credited, isComplete: false },
        pages: [
          [0, 6],
          [1, 2],
        ],
      },
    ],
  ])
  await screen.sees('下一页')
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  const told = screen.sent.flatMap(({ path, body }) =>
    path === learnPing.ping.facts.path ? [pingInput.pick({ pages: true }).parse(body).pages] : [],
  )
  expect(told.at(-1)?.map(([number, seconds]) => [number, seconds >= 5])).toEqual([
    [0, true],
    [1, true],
  ])
  expect([...document.querySelectorAll('[data-page]')].map(({ className }) => className)).toEqual(['is-read', ''])
})

test('whoever reads on at the page where they were is still there when they come again', async () => {
  const shown = {
    ...{ ...opened.shown, type: 1 as const, renditions: [] },
    pages: [1, 2, 3].map((number) => ({ number, url: `/files/page-${number}`, width: 800, height: 600 })),
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 100, 50))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [learn.open, { ...opened, shown, lengthSeconds: 0, pageCount: 3, watched: [], pageSeconds: [], position: 2 }],
    [learnPing.ping, { ...credited, isComplete: false }],
  ])
  await screen.sees('下一页')
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  const told = screen.sent.flatMap(({ path, body }) =>
    path === learnPing.ping.facts.path ? [pingInput.pick({ position: true }).parse(body).position] : [],
  )
  expect(told.at(-1)).toBe(2)
})

test('a film of a micro-course goes on where it was left, whichever of them it was', async () => {
  const shown = { ...opened.shown, type: 5 as const, renditions: [], blocks: [blockOf('one', 40), blockOf('two', 60)] }
  const rule = { ...opened.rule, noSkip: false }
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [learn.open, { ...opened, shown, rule, watched: [[0, 70]], position: 70 }],
    [learnPing.ping, { ...credited, isComplete: false }],
  ])
  await vi.waitFor(() => expect(document.querySelectorAll('video')).toHaveLength(2))
  const films = [...document.querySelectorAll('video')]
  for (const film of films) await happens(film, 'loadedmetadata')
  expect(films.map((film) => film.currentTime)).toEqual([0, 30])
})

test('films of a micro-course are bound as a film is: no farther than was seen of each, still while hidden, one at a time', async () => {
  const shown = { ...opened.shown, type: 5 as const, renditions: [], blocks: [blockOf('one', 40), blockOf('two', 60)] }
  screen = await openScreen(<TaskPage {...page} id="c" second="film" />, '/', [
    [learn.page, coursePage],
    [
      learn.open,
      {
        ...opened,
        shown,
        watched: [
          [0, 10],
          [40, 52],
        ],
        position: 0,
      },
    ],
    [learnPing.ping, { ...credited, isComplete: false }],
  ])
  await screen.sees('首次观看不能快进')
  const [one, two] = document.querySelectorAll('video')
  if (!one || !two) throw new Error('two films were expected')
  for (const [film, reached] of [
    [one, 10],
    [two, 12],
  ] as const) {
    film.currentTime = 35
    await happens(film, 'seeking')
    expect(film.currentTime).toBe(reached)
  }
  const paused = [one, two].map((film) => vi.spyOn(film, 'pause').mockImplementation(() => undefined))
  await happens(two, 'play')
  expect(paused.map((spy) => spy.mock.calls.length)).toEqual([1, 0])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(paused.map((spy) => spy.mock.calls.length)).toEqual([2, 1])
})

test('what was played before the page goes away is told in a call that outlives it', async () => {
  const video = await openFilm(opened)
  const sent: RequestInit[] = []
  const data = { ...credited, isComplete: false }
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init)
    return Response.json({ code: 0, message: 'success', data }, { headers: answered })
  })
  playing(video, true)
  for (const seconds of [10, 12]) {
    video.currentTime = seconds
    await happens(video, 'timeupdate')
  }
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(sent.map(({ keepalive, body }) => [keepalive, JSON.parse(String(body)).ranges])).toEqual([[true, [[10, 12]]]])
})

test('what was played until the page is hidden was to be seen, what plays while it is hidden was not', async () => {
  const video = await openFilm({ ...opened, rule: { ...opened.rule, pauseWhenHidden: false } })
  const seen = vi.spyOn(document, 'visibilityState', 'get')
  playing(video, true)
  for (const [until, state] of [
    [18, 'hidden'],
    [24, 'visible'],
    [30, 'hidden'],
  ] as const) {
    for (const seconds of [until - 4, until - 2, until]) {
      video.currentTime = seconds
      await happens(video, 'timeupdate')
    }
    seen.mockReturnValue(state)
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const told = () =>
    (screen?.sent ?? []).flatMap(({ path, body }) =>
      path === learnPing.ping.facts.path ? [pingInput.pick({ ranges: true, visible: true }).parse(body)] : [],
    )
  await vi.waitFor(() => expect(told()).toHaveLength(3))
  expect(told().map(({ ranges, visible }) => [ranges.at(-1)?.[1], visible])).toEqual([
    [18, true],
    [24, false],
    [30, true],
  ])
})

test('a report that could not be told is said to wait, whatever the reason', async () => {
  const video = await openFilm(opened)
  const busy = { code: 9999, message: '系统繁忙，请稍后再试', data: { reason: 'busy' } }
  vi.stubGlobal('fetch', async () => Response.json(busy, { headers: answered, status: 503 }))
  playing(video, true)
  for (const seconds of [10, 12]) {
    video.currentTime = seconds
    await happens(video, 'timeupdate')
  }
  await happens(video, 'ended')
  await screen?.sees('1 条记录尚未上报，保存在本机，稍后自动补报')
  expect(screen?.text()).not.toContain('网络不通')
})

test('what is said to be recorded ends where the server stopped counting', async () => {
  const told = { credited: [[0, 11]], cutSeconds: 9, coveredSeconds: 11, percent: 11 }
  const video = await openFilm({ ...opened, watched: [], position: 0, rule: { ...opened.rule, noSkip: false } }, told)
  playing(video, true)
  for (let second = 0; second <= 20; second++) {
    video.currentTime = second
    await happens(video, 'timeupdate')
  }
  await happens(video, 'ended')
  await screen?.sees('已记录到 0:11')
})
