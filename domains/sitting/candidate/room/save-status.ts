/** Where the candidate's answers are and what to do about it: one truth for header, banner and dialogs. */

import { clockTime } from '@kaopei/web/candidate'
import type { SheetItem } from '../../contract/shapes.ts'
import { heldBackBy, questionsNamed } from '../hand-in/words.ts'
import type { OutboxView } from '../outbox/types.ts'

export interface SaveFacts {
  readonly outbox: Omit<OutboxView, 'standing'>
  /** The last sign of life was not answered. */
  readonly isHeartLost: boolean
  readonly items: readonly SheetItem[]
}

/** There is no way to the server, as opposed to a way on which answers get stuck. */
export function isNetworkLost({ outbox, isHeartLost }: Pick<SaveFacts, 'outbox' | 'isHeartLost'>): boolean {
  return outbox.isOffline || isHeartLost
}

/** For the header: short, and 已保存 from a receipt alone. */
export function shortStatus(facts: SaveFacts): { tone: '' | 'saved' | 'busy' | 'lost'; text: string } {
  const { unsentCount, isConnectionLost, isSending, lastSavedAt, slots } = facts.outbox
  const stuckCount = [...slots.values()].filter(({ isStuck }) => isStuck).length
  if (unsentCount > stuckCount && (isConnectionLost || isNetworkLost(facts)))
    return { tone: 'lost', text: `${unsentCount} 题未送达` }
  if (isNetworkLost(facts)) return { tone: 'lost', text: '网络断开' }
  if (stuckCount > 0) return { tone: 'lost', text: `${stuckCount} 题未能保存` }
  if (unsentCount > 0) return { tone: 'busy', text: isSending ? '保存中…' : '待保存' }
  if (lastSavedAt === null) return { tone: '', text: '答案自动保存' }
  return { tone: 'saved', text: `已保存 ${clockTime(lastSavedAt)}` }
}

/** For the banner: what is the matter with the way and with this device, in one sentence; null when nothing is. */
export function wayStatus(facts: SaveFacts): string | null {
  const { unsentCount, isStored, slots, isConnectionLost, putOff } = facts.outbox
  const waiting = unsentCount - [...slots.values()].filter(({ isStuck }) => isStuck).length
  const stay = isStored ? '' : '此浏览器不允许在本机保存数据，请勿刷新或关闭页面。'
  if (isNetworkLost(facts) && waiting > 0)
    return isStored
      ? `网络已断开，${waiting} 道题的答案保存在本机，恢复后自动上传。请继续作答，不要关闭页面。`
      : `网络已断开，${waiting} 道题的答案只在此页面中，恢复后自动上传。请继续作答；${stay}`
  if (isNetworkLost(facts)) return `网络已断开，请继续作答，恢复后自动上传。计时不会停止。${stay}`
  const kept = isStored ? '答案保存在本机，请继续作答。' : `请继续作答；${stay}`
  if (putOff === 'unsafe' && waiting > 0)
    return `${waiting} 道题的答案尚未上传：${notSafe}${stay || '答案保存在本机，'}之后自动上传。`
  if (putOff === 'busy' && waiting > 0) return `服务器繁忙，${waiting} 道题的答案稍后自动上传。${kept}`
  if (isConnectionLost && waiting > 0) return `${waiting} 道题的答案暂时没有送达服务器，正在重试。${kept}`
  return isStored ? null : '此浏览器不允许在本机保存数据：请勿刷新或关闭页面，未上传的答案会丢失。'
}

const notSafe = '本场考试须在 Safe Exam Browser（考试专用浏览器）中作答，请用组织者提供的配置重新打开考试，或联系监考人员。'

export const stuckWords = '未能保存：内容可能被网络设备拦截。请修改后重试，系统也会继续重试；仍不行请联系监考人员。'

/** Questions that need the candidate's hand. */
export function questionStatus({ outbox, items }: SaveFacts): string[] {
  const stuck = questionsNamed(items, (slot) => outbox.slots.get(slot)?.isStuck ?? false)
  const rejected = questionsNamed(items, (slot) => outbox.slots.get(slot)?.isRejected ?? false)
  return [
    ...(stuck ? [`${stuck}的答案${stuckWords}`] : []),
    ...(rejected ? [`${rejected}的答案未被服务器接受，请重新作答。`] : []),
  ]
}

/** Why the paper is not in although the candidate wanted it to be, and what to do. */
export function heldBackStatus({ outbox, items }: SaveFacts): string[] {
  const { waiting, stuck, conflicting } = heldBackBy(items, outbox)
  const here = outbox.isStored ? '答案保存在本机' : '答案只在此页面中，请勿刷新或关闭页面'
  return [
    ...(waiting ? [`${waiting}的答案还没有送达服务器，现在不能交卷。${here}，系统正在继续上传。`] : []),
    ...(stuck ? [`${stuck}的答案未能保存，内容可能被网络设备拦截，请修改后再交卷。`] : []),
    ...(conflicting ? [`${conflicting}有两份作答，请先选择以哪一份为准。`] : []),
  ]
}

/** While the paper is on its way in. */
export function endingStatus(facts: SaveFacts): string {
  if (!isNetworkLost(facts)) return '正在上传未送达的答案并交卷，请不要关闭页面。'
  const here = facts.outbox.isStored ? '答案都保存在本机' : '答案都在此页面中'
  return `网络已断开，${here}，网络恢复后自动上传并交卷。请检查网络，不要关闭页面。`
}
