import { formatInstant } from '@kaopei/web'
import type { ShownTimes } from '../../contract/exam-overrides.ts'
import { extraText } from './extra-time.ts'

/** What somebody has instead of the exam's times: “12-01 09:00 开始；不限结束时间；时长 90 分钟；加时 25%”. */
export function overrideText(times: ShownTimes): string {
  const { openAt, closeAt, neverCloses, limitMinutes, attemptsAllowed, extraPercent, extraMinutes } = times
  const extra = extraText({ extraPercent: extraPercent ?? 0, extraMinutes: extraMinutes ?? 0 })
  const isWithoutExtra = extra === '' && (extraPercent !== null || extraMinutes !== null)
  const parts = [
    openAt === null ? '' : `${formatInstant(openAt)} 开始`,
    closeAt === null ? '' : `${formatInstant(closeAt)} 结束`,
    neverCloses ? '不限结束时间' : '',
    limitMinutes === null ? '' : limitText(limitMinutes),
    attemptsAllowed === null ? '' : attemptsText(attemptsAllowed),
    extra === '' ? '' : `加时 ${extra}`,
    isWithoutExtra ? '不加时' : '',
  ]
  return parts.filter(Boolean).join('；')
}

export function limitText(minutes: number): string {
  return minutes === 0 ? '不限时长' : `时长 ${minutes} 分钟`
}

export function attemptsText(count: number): string {
  return count === 0 ? '不限次数' : `可考 ${count} 次`
}

const sourceTexts = { exam: '来自考试设置', person: '来自个人设置' } as const

/** 来自…: whose setting a part of somebody's times is. */
export function sourceText({
  source,
  groupNames,
}: {
  source: 'exam' | 'group' | 'person'
  groupNames: readonly string[]
}): string {
  return source === 'group' ? `来自用户组“${groupNames.join('”“')}”` : sourceTexts[source]
}
