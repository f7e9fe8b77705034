/** What counts of one report of playing. `course.judge_ping` is the same in SQL and decides; a test holds both to one another. */
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { creditOf, creditOfPages, learnedTime, type PageSeconds, withoutSkipped } from '@kaopei/learning/contract/credit'
import { type Range, type Ranges, secondsOf, unionOf } from '@kaopei/learning/contract/ranges'
import type { CoursewareRule } from './outline.ts'

export interface PlayReport {
  /** In the order in which they were played. */
  readonly ranges: readonly Range[]
  /** Pages or blocks, from 0, with their seconds in view since the last report. */
  readonly pages: readonly PageSeconds[]
  readonly rate: number
  readonly isVisible: boolean
}

export interface Seen {
  readonly coursewareType: number
  readonly rule: CoursewareRule
  /** Of a micro-course where each of its films begins; undefined where it was opened before that was kept. */
  readonly filmStarts?: readonly number[] | undefined
  readonly lengthSeconds: number
  readonly pageCount: number
  readonly watched: Ranges
  readonly pageSeconds: readonly number[]
  readonly repeatedSeconds: number
}

export interface CreditedReport {
  readonly credited: Ranges
  readonly cutSeconds: number
  readonly watched: Ranges
  readonly pageSeconds: readonly number[]
  readonly newSeconds: number
  readonly repeatedSeconds: number
}

/** `spanSeconds`: of `takeTime`. */
export function creditReport(report: PlayReport, seen: Seen, spanSeconds: number): CreditedReport {
  const { ranges, isVisible, rate } = report
  const { lengthSeconds, watched } = seen
  const isHeard = seen.coursewareType === coursewareType.audio && !seen.rule.pauseWhenHidden
  const said = creditOf(ranges, { spanSeconds: isVisible || isHeard ? spanSeconds : 0, rate, lengthSeconds })
  const starts = seen.coursewareType === coursewareType.video ? [0] : seen.filmStarts
  const credited = seen.rule.noSkip && starts ? withoutSkipped(said.credited, watched, starts) : said.credited
  const pages = isVisible ? creditOfPages(report.pages, { spanSeconds, pageCount: seen.pageCount }) : []
  const time = learnedTime(credited, { watched, repeatedBefore: seen.repeatedSeconds, lengthSeconds })
  const wall = Math.round(spanSeconds)
  const inView = seen.coursewareType === coursewareType.package && isVisible ? wall : sum(pages)
  return {
    credited,
    cutSeconds: said.cutSeconds + secondsOf(said.credited) - secondsOf(credited),
    watched: unionOf(watched, credited),
    pageSeconds: withPages(seen.pageSeconds, pages),
    newSeconds: Math.max(time.newSeconds, Math.min(inView, wall) - time.repeatedSeconds),
    repeatedSeconds: time.repeatedSeconds,
  }
}

function withPages(before: readonly number[], added: readonly PageSeconds[]): readonly number[] {
  const seconds = [...before]
  for (const [page, more] of added) seconds[page] = (seconds[page] ?? 0) + more
  return seconds
}

const sum = (pages: readonly PageSeconds[]) => pages.reduce((total, [, seconds]) => total + seconds, 0)
