/** What a device trial comes to, by what the exam asks of this candidate's device. The client says what it found; the server decides what it means. */
import type { ExamSettings } from '@kaopei/exam/contract/exam-settings'
import { trialItem, trialStanding } from '../../../contract/rehearsal/codes.ts'
import type { TrialCheck, TrialStanding } from '../../../contract/rehearsal/trial.ts'

export interface AskedOfDevice {
  readonly wantsScreen: boolean
  readonly wantsCamera: boolean
  readonly wantsFullScreen: boolean
  readonly wantsSecond: boolean
  readonly wantsSafeBrowser: boolean
}

const flagNames = [
  'permitScreenPhoto',
  'permitScreenRecord',
  'permitCamera',
  'permitFaceRecord',
  'permitSecondView',
  'permitFullScreen',
] as const

/** What an exam asks of devices, as one text: another one puts a trial out of date. */
export function flagsOf(settings: Pick<ExamSettings, (typeof flagNames)[number]>, needsSafeBrowser: boolean): string {
  return [...flagNames.filter((name) => settings[name]), ...(needsSafeBrowser ? ['safeBrowser'] : [])].join(',')
}

type Item = TrialCheck['item']

/** Without these nothing is known of the device; recording asks for more. */
export function requiredItems({ wantsScreen, wantsCamera, wantsSecond, wantsSafeBrowser }: AskedOfDevice): readonly Item[] {
  const recorded = wantsScreen || wantsCamera
  return [
    ...[trialItem.network, trialItem.clock, trialItem.storage, trialItem.browser],
    ...(wantsCamera ? [trialItem.camera] : []),
    ...(wantsScreen ? [trialItem.screen] : []),
    ...(wantsSecond ? [trialItem.second] : []),
    ...(wantsSafeBrowser ? [trialItem.safeBrowser] : []),
    ...(recorded ? [trialItem.upload, trialItem.space] : []),
  ]
}

/** Failed: something that the exam needs is bad, or was not tried. */
export function trialStateOf(asked: AskedOfDevice, checks: readonly Pick<TrialCheck, 'item' | 'state'>[]): TrialStanding {
  const byItem = new Map(checks.map(({ item, state }) => [item, state]))
  const isMissing = requiredItems(asked).some((item) => !byItem.has(item))
  if (isMissing || checks.some(({ state }) => state === 'bad')) return trialStanding.failed
  return checks.some(({ state }) => state === 'warn') ? trialStanding.remarks : trialStanding.passed
}

/** What was not good, and what was not tried at all, in words. */
export function problemsOf(asked: AskedOfDevice | null, checks: readonly TrialCheck[]): string[] {
  const told = checks.flatMap(({ item, state, text }) => (state === 'good' ? [] : [`${trialItem.label(item)}：${text}`]))
  const tried = new Set(checks.map(({ item }) => item))
  const missing = asked ? requiredItems(asked).filter((item) => !tried.has(item)) : []
  return [...told, ...missing.map((item) => `${trialItem.label(item)}：未检测`)]
}
