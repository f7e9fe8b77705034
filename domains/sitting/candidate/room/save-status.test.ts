import { expect, test } from 'vitest'
import type { SheetItem } from '../../contract/shapes.ts'
import type { SlotView } from '../outbox/types.ts'
import { endingStatus, heldBackStatus, questionStatus, type SaveFacts, shortStatus, wayStatus } from './save-status.ts'

const items = [7, 8, 9].map(
  (slot): SheetItem => ({
    ...{ slot, rev: 0, savedAt: null, receipt: null, answer: null, answerState: 'not_seen', isFlagged: false, maxScore: 1 },
    view: { type: 6, stem: '' },
  }),
)
const blank: SlotView = {
  ...{ answer: null, isFlagged: false, isSeen: true, savedAt: null, conflict: null },
  ...{ isUnsent: false, isStuck: false, isRejected: false },
}

function facts(
  given: Partial<SaveFacts['outbox']> & { isHeartLost?: boolean; of?: Record<number, Partial<SlotView>> },
): SaveFacts {
  const { isHeartLost = false, of = {}, ...outbox } = given
  const slots = new Map(items.map(({ slot }) => [slot, { ...blank, ...of[slot] }]))
  const unsentCount = [...slots.values()].filter(({ isUnsent }) => isUnsent).length
  const way = { isOffline: false, isConnectionLost: false, putOff: null }
  const quiet = { ...way, isSending: false, isStored: true, lastSavedAt: null }
  return { items, isHeartLost, outbox: { slots, unsentCount, ...quiet, ...outbox } }
}

const unsent = { 7: { isUnsent: true }, 9: { isUnsent: true } }
const stuck = { 8: { isUnsent: true, isStuck: true } }

test.each([
  ['nothing to tell', facts({}), '答案自动保存', null],
  ['no network', facts({ isOffline: true }), '网络断开', '网络已断开，请继续作答，恢复后自动上传。计时不会停止。'],
  [
    'no network, answers on the device',
    facts({ isHeartLost: true, of: unsent }),
    '2 题未送达',
    '网络已断开，2 道题的答案保存在本机，恢复后自动上传。请继续作答，不要关闭页面。',
  ],
  [
    'a network on which answers get stuck',
    facts({ isConnectionLost: true, of: unsent }),
    '2 题未送达',
    '2 道题的答案暂时没有送达服务器，正在重试。答案保存在本机，请继续作答。',
  ],
  [
    'a server that cannot take anything just now',
    facts({ isConnectionLost: true, putOff: 'busy', of: unsent }),
    '2 题未送达',
    '服务器繁忙，2 道题的答案稍后自动上传。答案保存在本机，请继续作答。',
  ],
  [
    'a browser that the exam does not accept',
    facts({ isConnectionLost: true, putOff: 'unsafe', of: unsent }),
    '2 题未送达',
    '2 道题的答案尚未上传：本场考试须在 Safe Exam Browser（考试专用浏览器）中作答，请用组织者提供的配置重新打开考试，或联系监考人员。答案保存在本机，之后自动上传。',
  ],
  ['one text refused on the way', facts({ of: stuck }), '1 题未能保存', null],
])('%s', (_name, given, short, banner) => {
  expect([shortStatus(given).text, wayStatus(given)]).toEqual([short, banner])
})

test('where nothing can be stored, no sentence claims that answers are on the device', () => {
  const states = [
    { isOffline: true },
    { isOffline: true, of: unsent },
    { isConnectionLost: true, of: unsent },
    { isConnectionLost: true, putOff: 'unsafe' as const, of: unsent },
    { isHeartLost: true, of: { ...unsent, ...stuck } },
    { of: stuck },
    {},
  ]
  for (const state of states) {
    const told = facts({ ...state, isStored: false })
    const words = [wayStatus(told), ...questionStatus(told), ...heldBackStatus(told), endingStatus(told)].join('')
    expect(words).not.toMatch(/(?<!不允许在)本机(?!保存数据)/)
    expect(wayStatus(told)).toContain('请勿刷新或关闭页面')
  }
})

test('what needs the candidate names its questions by the numbers on the paper', () => {
  const told = facts({ of: { ...unsent, ...stuck } })
  expect(questionStatus(told)).toEqual([expect.stringMatching(/^第 2 题的答案未能保存/)])
  expect(heldBackStatus(told)).toEqual([
    expect.stringMatching(/^第 1、3 题的答案还没有送达服务器，现在不能交卷/),
    expect.stringMatching(/^第 2 题的答案未能保存/),
  ])
})
