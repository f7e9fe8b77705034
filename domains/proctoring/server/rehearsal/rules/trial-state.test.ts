import { defaultExamSettings } from '@kaopei/exam/contract/exam-settings'
import { expect, test } from 'vitest'
import { trialItem, trialStanding } from '../../../contract/rehearsal/codes.ts'
import type { TrialCheck } from '../../../contract/rehearsal/trial.ts'
import { flagsOf, problemsOf, trialStateOf } from './trial-state.ts'

const nothing = { wantsScreen: false, wantsCamera: false, wantsFullScreen: false, wantsSecond: false, wantsSafeBrowser: false }
const both = { wantsScreen: true, wantsCamera: true, wantsFullScreen: true, wantsSecond: false, wantsSafeBrowser: false }
const { network, clock, storage, browser, camera, screen, upload, space, second, safeBrowser } = trialItem
const good = (...items: TrialCheck['item'][]): TrialCheck[] => items.map((item) => ({ item, state: 'good', text: '正常' }))
const basic = good(network, clock, storage, browser)
const warn = (item: TrialCheck['item']): TrialCheck => ({ item, state: 'warn', text: '较慢' })
const bad = (item: TrialCheck['item']): TrialCheck => ({ item, state: 'bad', text: '此设备不支持共享屏幕，请改用电脑参加考试' })

test.each([
  ['everything good where nothing is recorded', nothing, basic, trialStanding.passed],
  ['a remark is no failure', nothing, [...basic.slice(1), warn(network)], trialStanding.remarks],
  ['what was not tried is not known', nothing, basic.slice(1), trialStanding.failed],
  ['no camera, no trial', both, [...basic, ...good(screen, upload, space)], trialStanding.failed],
  ['all of what is recorded', both, [...basic, ...good(camera, screen, upload, space)], trialStanding.passed],
  [
    'a slow upload is told, and keeps nobody out',
    both,
    [...basic, ...good(camera, screen, space), warn(upload)],
    trialStanding.remarks,
  ],
  ['a phone that cannot share its screen', both, [...basic, ...good(camera, upload, space), bad(screen)], trialStanding.failed],
  ['no phone, where one is asked for', { ...nothing, wantsSecond: true }, basic, trialStanding.failed],
  ['a phone that is connected', { ...nothing, wantsSecond: true }, [...basic, ...good(second)], trialStanding.passed],
  [
    'another browser than the safe one',
    { ...nothing, wantsSafeBrowser: true },
    [...basic, bad(safeBrowser)],
    trialStanding.failed,
  ],
  ['something bad that nobody asked for still is', nothing, [...basic, bad(camera)], trialStanding.failed],
])('%s', (_, asked, checks, state) => expect(trialStateOf(asked, checks)).toBe(state))

test('problems are named, and what was left out', () => {
  expect(problemsOf(both, [...basic, ...good(camera, space), bad(screen)])).toEqual([
    '屏幕共享：此设备不支持共享屏幕，请改用电脑参加考试',
    '上传速度：未检测',
  ])
})

test('each flag of supervision puts a trial out of date', () => {
  const before = flagsOf(defaultExamSettings, false)
  expect(flagsOf({ ...defaultExamSettings, permitCamera: true }, false)).not.toBe(before)
  expect(flagsOf({ ...defaultExamSettings, permitFullScreen: !defaultExamSettings.permitFullScreen }, false)).not.toBe(before)
  expect(flagsOf(defaultExamSettings, true)).not.toBe(before)
})
