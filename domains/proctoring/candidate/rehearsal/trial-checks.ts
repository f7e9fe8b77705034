/** What was found on this device, as the server is told it. */

import type { OutputOf } from '@kaopei/contract'
import { checkDevice } from '@kaopei/exam/candidate'
import { trialItem } from '../../contract/rehearsal/codes.ts'
import type { TrialCheck, trial } from '../../contract/rehearsal/trial.ts'
import { checkSpace, checkUpload } from '../capture/checks.ts'
import { canShareScreen, type SourceName, type SourceState } from '../capture/sources.ts'
import { lossWords } from '../capture/words.ts'

export type Asked = OutputOf<typeof trial.asked>

/** What needs no click: the very checks before the start, and where something is recorded how fast it is sent and how much is kept. */
export async function measuredChecks(examId: string, asked: Asked): Promise<TrialCheck[]> {
  const device = await checkDevice(examId, asked.wantsFullScreen)
  const found = device.map(({ item, state, text }) => ({ item: trialItem[item], state, text }))
  if (!isRecorded(asked)) return found
  const upload = { item: trialItem.upload, ...(await checkUpload()) }
  const space = { item: trialItem.space, ...(await checkSpace()) }
  return [...found, upload, space]
}

export const isRecorded = ({ wantsScreen, wantsCamera }: Asked): boolean => wantsScreen || wantsCamera

/** Camera and screen as they stand at this moment; what was not opened was not tried, but for a screen that this device cannot share. */
export function sourceChecks(asked: Asked, states: Readonly<Record<SourceName, SourceState>>): TrialCheck[] {
  const camera = asked.wantsCamera ? [sourceCheck('first', states.first)] : []
  const screen = asked.wantsScreen ? [sourceCheck('screen', states.screen)] : []
  return [...camera, ...screen].flatMap((check) => check ?? [])
}

function sourceCheck(name: SourceName, state: SourceState): TrialCheck | undefined {
  const item = name === 'first' ? trialItem.camera : trialItem.screen
  if (name === 'screen' && !canShareScreen()) return { item, state: 'bad', text: '此设备不支持共享屏幕，请改用电脑参加考试' }
  const words = lossWords(name, state)
  if (words === null) return { item, state: 'good', text: '画面正常' }
  return state.loss ? { item, state: 'bad', text: words } : undefined
}
