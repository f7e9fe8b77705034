import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { ownResult } from '../contract/own-result.ts'
import { ResultPage } from './result-page.tsx'

const attemptId = '01990000-0000-7000-8000-000000000001'
const result = {
  ...{ attemptId, examId: attemptId, examName: '安全生产考试', isSimulation: false, candidateName: '张三', number: 1 },
  ...{
    stateLabel: '-',
    startedAt: '2026-11-22T01:00:00.000Z',
    itemCount: 5,
    answeredCount: 1,
    totalScore: 50,
    visible: [],
    hidden: [],
  },
}

let screen: Screen
afterEach(() => screen.close())

async function shown(change: object, go = vi.fn()) {
  screen = await openScreen(<ResultPage id={attemptId} second="" go={go} start={() => undefined} />, '/x', [
    [ownResult.result, { ...result, ...change }],
  ])
  await screen.sees('安全生产考试')
  return screen
}

test('whose paper was taken in reads by whom and why', async () => {
  const { text } = await shown({
    ...{ state: 'forced_submitted', submittedAt: '2026-11-22T01:10:00.000Z', submitCause: 'force' },
    forcedReason: '违反考场纪律：与他人交谈',
  })
  expect(text()).toContain('监考人员收卷')
  expect(text()).toContain('违反考场纪律：与他人交谈')
})

test('whose exam was opened again is led back to it, and reads of no scoring', async () => {
  const go = vi.fn()
  const open = await shown({ state: 'in_progress', submittedAt: null, submitCause: null, forcedReason: null }, go)
  expect(open.text()).toContain('尚未交卷')
  expect(open.text()).not.toContain('判分中')
  await open.click('去继续作答')
  expect(go).toHaveBeenCalledExactlyOnceWith('/')
})
