/** The report of an incident as it is written for whoever declared it; they may change every word. */
import { wallClockMs, zoneName } from '@kaopei/contract'

export interface ReportFacts {
  readonly examName: string
  readonly title: string
  readonly reason: string
  readonly scopeText: string
  readonly from: Date
  readonly until: Date | null
  readonly restartMinutes: number
  readonly declaredBy: string
  readonly declaredAt: Date
  readonly moved: number
  readonly stopped: number
  readonly reopened: number
  /** Left the scope and came back into it: their clock stopped for each stay. */
  readonly returned: number
  readonly takenBackReason: string | null
  readonly zone: string
}

export function reportOf(facts: ReportFacts): string {
  const { examName, title, reason, scopeText, from, until, restartMinutes, zone } = facts
  const at = (instant: Date) => new Date(wallClockMs(instant, zone)).toISOString().slice(0, 16).replace('T', ' ')
  const minutes = until === null ? null : Math.ceil((until.getTime() - from.getTime()) / 60_000)
  const isTakenBack = facts.takenBackReason !== null
  const open = isTakenBack ? '未结束即撤回' : '尚未结束'
  const span = minutes === null ? `${at(from)} 起，${open}` : `${at(from)} 至 ${at(until ?? from)}，共 ${minutes} 分钟`
  const done = [
    facts.moved > 0 && `为 ${facts.moved} 名考生顺延截止时间`,
    facts.stopped > 0 && `为 ${facts.stopped} 名考生停止计时并在恢复后补回`,
    facts.reopened > 0 && `为期间被系统收卷的 ${facts.reopened} 名考生重新开放考试，并还给剩余时间`,
    facts.returned > 0 && `其中 ${facts.returned} 名考生离开范围后又回到范围内，按每次停留分别停止计时并补回`,
  ].filter((line) => line !== false)
  return [
    `考试：${examName}`,
    `事件：${title}`,
    `原因：${reason}`,
    `范围：${scopeText}`,
    `时间：${span}（${zoneName(zone, from)}）`,
    ...(restartMinutes > 0 ? [`恢复时间：每名考生另加 ${restartMinutes} 分钟`] : []),
    `处理：${done.length === 0 ? '没有考生受影响' : done.join('；')}。`,
    ...(!isTakenBack ? [] : [`撤回：以上补回的时间已取消。原因：${facts.takenBackReason}`]),
    `登记：${facts.declaredBy}，${at(facts.declaredAt)}`,
  ].join('\n')
}
