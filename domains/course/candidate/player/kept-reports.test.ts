import { answerMark } from '@kaopei/contract'
import { session } from '@kaopei/web/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenedCourseware } from '../../contract/learn-shapes.ts'
import { keptReports, sendKept } from './kept-reports.ts'
import { Reporter } from './reporter.ts'

const mine = { token: 'mine', signKey: 'k1', staffId: 'me' }
const other = { token: 'other', signKey: 'k2', staffId: 'you' }
/** Tokens under which reports were told. */
const told: (string | null)[] = []
let isReachable: boolean

const answer = {
  ...{ credited: [], pages: [], cutSeconds: 0, coveredSeconds: 0, percent: 0, isComplete: false, coursePercent: 0 },
  learnedSeconds: 0,
}

beforeEach(() => {
  told.length = 0
  isReachable = true
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    if (!isReachable) throw new TypeError('no network')
    told.push(new Headers(headers).get('token'))
    return Response.json({ code: 0, message: 'success', data: answer }, { headers: { [answerMark.name]: answerMark.value } })
  })
})
afterEach(() => {
  session.clear()
  vi.unstubAllGlobals()
})

/** A player of the one who is signed in, in which something was played. */
function playing(player: string): Reporter {
  const opened: OpenedCourseware = {
    session: player,
    shown: {
      ...{ coursewareId: 'w', versionId: 'v', title: '消防演练', type: 2, lengthSeconds: 100, pageCount: null, coverUrl: null },
      ...{ renditions: [], subtitles: [], pages: [], blocks: [], package: null, downloadUrl: null, refusal: null },
      expiresAt: '2026-11-22T12:00:00Z',
    },
    ...{ lengthSeconds: 100, pageCount: 0, watched: [], pageSeconds: [], position: 0, percent: 0, isComplete: false },
    rule: { percent: 95, secondsPerPage: 5, pagePercent: 100, noSkip: false, pauseWhenHidden: true, idleSeconds: null },
  }
  const reporter = new Reporter(opened, { course: 'c', task: 't' })
  for (const second of [0, 1, 2]) reporter.log.moved(second, 1)
  return reporter
}

test('what waits of one person is not told while another is signed in on this device, and is when they are again', async () => {
  session.start(mine)
  isReachable = false
  await playing('a').flush()
  isReachable = true
  session.start(other)
  expect(await sendKept()).toEqual([])
  expect([told, (await keptReports('me')).length]).toEqual([[], 1])
  session.start(mine)
  await sendKept()
  expect([told, await keptReports('me')]).toEqual([['mine'], []])
})

test('a player that is left because its person signed out keeps its last seconds for them, whoever signed in since', async () => {
  session.start(mine)
  const [first, second] = [playing('b'), playing('c')]
  session.clear()
  first.stop()
  session.start(other)
  second.stop()
  await vi.waitFor(async () => expect(await keptReports('me')).toHaveLength(2))
  expect([told, await keptReports('you')]).toEqual([[], []])
  session.start(mine)
  await vi.waitFor(async () => {
    await sendKept()
    expect(told).toEqual(['mine', 'mine'])
  })
})
