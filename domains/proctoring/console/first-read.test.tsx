import { type Answers, openScreen, Refusal, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { retention } from '../contract/retention.ts'
import { suspicion } from '../contract/suspicion/suspicion.ts'
import { verdicts } from '../contract/verdicts/verdicts.ts'
import { DaysDrawer } from './review/days.drawer.tsx'
import { SharedDrawer } from './suspicion/shared.drawer.tsx'
import { PolicyDrawer } from './verdicts/policy.drawer.tsx'

let screen: Screen
afterEach(() => screen.close())

const close = () => undefined
const days = {
  screenFilm: 180,
  cameraFilm: 180,
  screenPicture: 180,
  photograph: 180,
  checkIn: 30,
  frame: 180,
  appeal: 180,
  pack: 7,
}
const drawers = [
  [<DaysDrawer key="days" onClose={close} />, retention.getDays, days, '入场照片'],
  [
    <PolicyDrawer key="policy" onClose={close} />,
    verdicts.getPolicy,
    { needsSecond: true, appealDays: 7, violationScore: 'keep' },
    '申诉期限',
  ],
  [<SharedDrawer key="shared" onClose={close} />, suspicion.getShared, { ranges: [], version: 0 }, '网络地址或网段'],
] as const

test.each(drawers)('a drawer whose first read fails says so, and reads again', async (drawer, endpoint, answer, field) => {
  const given: unknown[] = [new Refusal(9999, '系统繁忙')]
  const answers: Answers = [[endpoint, () => given.shift() ?? answer]]
  screen = await openScreen(drawer, '/x', answers)
  await screen.sees('加载失败')
  expect(screen.text()).not.toContain(field)
  await screen.click('重试')
  await screen.sees(field)
})
