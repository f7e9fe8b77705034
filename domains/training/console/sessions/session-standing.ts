import type { Tone } from '@kaopei/contract'
import type { OrganisedSession } from '../../contract/session.ts'

type Times = Pick<OrganisedSession, 'beginTime' | 'endTime' | 'opensBeforeMinutes' | 'heldTime'>

/** Where a session stands, in a word. Signing in goes on after its end until somebody closes the list. */
export function sessionStanding(
  { beginTime, endTime, opensBeforeMinutes, heldTime }: Times,
  nowMs: number,
): { tone: Tone; text: string } {
  if (heldTime !== null) return { tone: 'neutral', text: '名单已关闭' }
  if (nowMs < Date.parse(beginTime) - opensBeforeMinutes * 60_000) return { tone: 'neutral', text: '未到签到时间' }
  return nowMs <= Date.parse(endTime) ? { tone: 'info', text: '签到中' } : { tone: 'warning', text: '已下课，名单未关闭' }
}
