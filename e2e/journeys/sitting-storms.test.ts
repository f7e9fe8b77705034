/** What a network, a reload, a second tab, a second device and a wrong clock do to a sitting: nothing that was acknowledged is lost. */
import { answerMark } from '@kaopei/contract'
import { entry } from '@kaopei/exam/contract/entry'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { afterAll, expect, inject, test } from 'vitest'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf } from '../people.ts'
import { signedIn } from './api.ts'
import { logInAsCandidate } from './candidate.ts'
import {
  answers,
  choose,
  fillBlank,
  handInAndSee,
  open,
  pictureOnFailure,
  saved,
  seated,
  words,
  writeEssay,
} from './sitting-desk.ts'
import { answersOf, openExam, paperOf } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

const saveCalls = '**/api/v1/exam/sitting/save'

test('in a crowd whoever logs in, opens and begins is put off by the server, and comes in without pressing twice', async () => {
  pictureOnFailure()
  const exam = await openExam('人潮', 0)
  const visitor = await newVisitor()
  const { page } = visitor
  const putOff: string[] = []
  const busy = {
    status: 503,
    headers: { [answerMark.name]: answerMark.value, 'retry-after': '1' },
    json: { code: 9999, message: '系统繁忙，请稍后重试', data: { reason: 'busy', retryAfterSeconds: 1 } },
  }
  const crowded: string[] = [sessionCalls.login, entry.myExams, entry.notice, entry.confirmNotice, entry.start].map(
    ({ facts: { path } }) => path,
  )
  await page.route(
    (url) => crowded.includes(url.pathname),
    (route) => {
      const { pathname } = new URL(route.request().url())
      if (putOff.includes(pathname)) return route.continue()
      putOff.push(pathname)
      return route.fulfill(busy)
    },
  )
  const lines: string[] = []
  page.on('response', async (response) => {
    if (response.status() !== 503) return
    const line = page.getByText(/人较多，已为您排队/)
    await line.waitFor({ timeout: 1000 }).then(
      async () => void lines.push(await line.innerText()),
      () => undefined,
    )
  })
  await seated(exam, 0, { visitor })
  expect(new Set(putOff)).toEqual(new Set(crowded))
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['正在登录', '正在提交', '正在进入'])
  await expect.poll(() => page.getByText('系统繁忙').count()).toBe(0)
  await choose(page, 1, '甲')
  await saved(page)
})
test('ten minutes without network: everything written meanwhile counts', async () => {
  pictureOnFailure()
  const exam = await openExam('断网', 0)
  const visitor = await newVisitor()
  await visitor.page.clock.install()
  const { page, context } = await seated(exam, 0, { visitor })
  await choose(page, 1, '甲')
  await saved(page)
  await context.setOffline(true)
  for (const [number, option] of [
    [2, '乙'],
    [3, '丙'],
    [4, '丁'],
  ] as const)
    await choose(page, number, option)
  await fillBlank(page, '北京')
  await writeEssay(page, words)
  await page.getByText('网络已断开，5 道题的答案保存在本机').waitFor()
  await page.clock.fastForward('10:00')
  await page.getByText('网络已断开，5 道题的答案保存在本机').waitFor()
  await page.getByText('5 题未送达').waitFor()
  await context.setOffline(false)
  await saved(page)
  await handInAndSee(page)
  const paper = await paperOf(exam)
  expect(answersOf(paper)).toEqual(answers(['o1', 'o2', 'o3', 'o4'], '北京', words))
  expect(paper.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['netDown', 'netUp', 'confirmSubmit']))
})

test('reloaded with answers that have not arrived: they are still there, still unsent, and then they go', async () => {
  pictureOnFailure()
  const exam = await openExam('刷新', 1)
  const { page } = await seated(exam, 1)
  await choose(page, 1, '甲')
  await saved(page)
  await page.route(saveCalls, (route) => route.abort())
  await choose(page, 2, '丙')
  await writeEssay(page, words)
  await page.getByText('2 题未送达').waitFor()
  await page.reload()
  await page.getByRole('timer').waitFor()
  await page.getByText('2 题未送达').waitFor()
  await page.getByRole('button', { name: '提交凭证' }).click()
  const proof = page.getByRole('dialog', { name: '提交凭证' })
  await proof.getByText('有 2 道题的答案尚未送达服务器。').waitFor()
  await proof.getByText('等待上传').first().waitFor()
  await proof.getByRole('button', { name: '关闭' }).click()
  await page.unroute(saveCalls)
  await saved(page)
  await open(page, 6)
  expect(await page.getByLabel('第 6 题作答').inputValue()).toBe(words)
  await handInAndSee(page)
  expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o3', null, null], null, words))
  await page.getByRole('button', { name: '提交凭证' }).click()
  await page.getByText('本机凭证与服务器一致，没有未送达的答案。').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出凭证' }).click()
  expect((await download).suggestedFilename()).toBe(`提交凭证-${exam.name}.csv`)
})

test('two tabs: one answers, the other is told so, and what both wrote is there', async () => {
  pictureOnFailure()
  const exam = await openExam('双标签', 2)
  const { page: first, context } = await seated(exam, 2)
  await choose(first, 1, '甲')
  await writeEssay(first, words)
  await saved(first)
  const second = await context.newPage()
  await second.goto(first.url())
  const asked = second.getByRole('dialog', { name: '正在其他窗口或设备作答' })
  await asked.getByRole('button', { name: '在此继续作答' }).click()
  await asked.waitFor({ state: 'hidden' })
  await first.getByRole('dialog', { name: '正在其他窗口或设备作答' }).waitFor()
  await open(second, 6)
  expect(await second.getByLabel('第 6 题作答').inputValue()).toBe(words)
  await choose(second, 2, '乙')
  await saved(second)
  await handInAndSee(second)
  expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o2', null, null], null, words))
})

test('two devices: the second takes over, the first stops, and what it could not send is kept but does not count', async () => {
  pictureOnFailure()
  const exam = await openExam('双设备', 0)
  const laptop = await seated(exam, 0)
  await choose(laptop.page, 1, '甲')
  await saved(laptop.page)
  await laptop.context.setOffline(true)
  await choose(laptop.page, 2, '丁')
  await laptop.page.getByText('1 题未送达').waitFor()

  const phone = await newVisitor({ width: 390, height: 844 })
  await logInAsCandidate(phone.page, accountOf('考生', 0))
  await phone.page.getByRole('button', { name: `继续考试：${exam.name}` }).click()
  await phone.page.getByRole('button', { name: '在此继续作答' }).click()
  await phone.page.getByRole('dialog', { name: '正在其他窗口或设备作答' }).waitFor({ state: 'hidden' })
  await phone.page.getByRole('button', { name: /^答题卡/ }).click()
  const sheet = phone.page.getByRole('dialog', { name: '答题卡' })
  await sheet.getByRole('button', { name: /^第 2 题/ }).click()
  await phone.page.getByRole('group', { name: '第 2 题选项' }).getByText('乙', { exact: true }).click()
  await saved(phone.page)

  await laptop.context.setOffline(false)
  await laptop.page.getByRole('dialog', { name: '正在其他窗口或设备作答' }).waitFor()
  await handInAndSee(phone.page)
  const paper = await paperOf(exam)
  expect(answersOf(paper)).toEqual(answers(['o1', 'o2', null, null], null, null))
  expect(paper.events.map(({ type }) => type)).toContain('deviceChange')
  const candidate = await signedIn(accountOf('考生', 0), 'candidate')
  const { evidence } = await candidate.call(sitting.receipts, { attemptId: paper.attempt?.id ?? '' })
  expect(evidence).toMatchObject([{ kind: 'replaced' }])
})

for (const [words_, hours] of [
  ['two hours fast', 2],
  ['two hours slow', -2],
] as const)
  test(`a clock that is ${words_} changes neither the time that is left nor what counts`, async () => {
    pictureOnFailure()
    const exam = await openExam(hours > 0 ? '快表' : '慢表', 1)
    const visitor = await newVisitor()
    await visitor.page.clock.install({ time: new Date(Date.now() + hours * 3_600_000) })
    const { page } = await seated(exam, 1, { visitor })
    expect(await page.getByRole('timer').getAttribute('aria-label')).toMatch(/^剩余时间 (59:\d\d|01:00:00)$/)
    await choose(page, 1, '甲')
    await fillBlank(page, '北京')
    await writeEssay(page, words)
    await saved(page)
    await handInAndSee(page)
    const paper = await paperOf(exam)
    expect(answersOf(paper)).toEqual(answers(['o1', null, null, null], '北京', words))
    const submitted = Date.parse(paper.attempt?.submitTime ?? '')
    expect(Math.abs(submitted - Date.now())).toBeLessThan(60_000)
    expect(page.url()).toContain(`${inject('baseUrl')}/candidate/result/`)
    expect(visitor.problems).toEqual([])
  })
