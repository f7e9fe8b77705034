import { clockOf, gapsOf, type Ranges, secondsOf } from './ranges.ts'

/** What is missing until a task is complete. */
export type Missing =
  | { readonly kind: 'seconds'; readonly seconds: number; readonly gaps: Ranges }
  | { readonly kind: 'end'; readonly from: number; readonly until: number }
  | { readonly kind: 'pages'; readonly count: number; readonly pages: readonly number[] }
  | { readonly kind: 'length' }

export interface Done {
  readonly isComplete: boolean
  /** Whole percent, rounded down; 100 if, and only if, complete. */
  readonly percent: number
  readonly missing: readonly Missing[]
}

const shortFilmSeconds = 20
const endSeconds = 5
export const usualFilmPercent = 95
export const usualPageSeconds = 5

export interface FilmRule {
  /** As it was measured when it was received, never what a player says. */
  readonly lengthSeconds: number
  /** 60 to 100. */
  readonly percent: number
}

/** A film or a sound: so much of it was seen, and its end. A very short one wholly, less one second. */
export function filmDone(watched: Ranges, { lengthSeconds, percent }: FilmRule): Done {
  if (lengthSeconds <= 0) return { isComplete: false, percent: 0, missing: [{ kind: 'length' }] }
  const covered = secondsOf(watched)
  const isShort = lengthSeconds < shortFilmSeconds
  const needed = isShort ? Math.max(1, lengthSeconds - 1) : Math.ceil((lengthSeconds * percent) / 100)
  const gaps = gapsOf(watched, lengthSeconds)
  const endGaps = isShort ? [] : gaps.filter(([, until]) => until > lengthSeconds - endSeconds)
  const missing: Missing[] = [
    ...(covered < needed ? [{ kind: 'seconds' as const, seconds: needed - covered, gaps }] : []),
    ...endGaps.map(([from, until]) => ({ kind: 'end' as const, from: Math.max(from, lengthSeconds - endSeconds), until })),
  ]
  return doneOf(covered / needed, missing)
}

export interface PagesRule {
  readonly pageCount: number
  /** So long a page must be in view. */
  readonly secondsPerPage: number
  /** 1 to 100. */
  readonly percent: number
}

/** A document or a micro-course: so many of its pages or blocks were long enough in view. `seconds[0]` is the first page's. */
export function pagesDone(seconds: readonly number[], { pageCount, secondsPerPage, percent }: PagesRule): Done {
  if (pageCount <= 0) return { isComplete: false, percent: 0, missing: [{ kind: 'length' }] }
  const unseen = Array.from({ length: pageCount }, (_, index) => index).filter((index) => (seconds[index] ?? 0) < secondsPerPage)
  const needed = Math.max(1, Math.ceil((pageCount * percent) / 100))
  const seen = pageCount - unseen.length
  const missing: Missing[] =
    seen < needed ? [{ kind: 'pages', count: needed - seen, pages: unseen.map((index) => index + 1) }] : []
  return doneOf(seen / needed, missing)
}

function doneOf(share: number, missing: readonly Missing[]): Done {
  const isComplete = missing.length === 0
  return { isComplete, percent: isComplete ? 100 : Math.min(99, Math.floor(share * 100)), missing }
}

/** For 为什么还没完成. */
export function wordsOfMissing(missing: Missing): string {
  if (missing.kind === 'length') return '内容没有可学习的时长或页数，请联系课程管理员'
  if (missing.kind === 'end') return `结尾 ${clockOf(missing.from)}–${clockOf(missing.until)} 尚未观看`
  if (missing.kind === 'seconds') return `还需观看 ${clockOf(missing.seconds)}，未观看的部分：${spans(missing.gaps)}`
  return `还需阅读 ${missing.count} 页，未读的页：${missing.pages.join('、')}`
}

const spans = (gaps: Ranges) => gaps.map(([from, until]) => `${clockOf(from)}–${clockOf(until)}`).join('、')
