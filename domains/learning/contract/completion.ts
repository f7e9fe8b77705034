import { clockOf, gapsOf, type Ranges, secondsOf } from './ranges.ts'

/** What is looked at page by page: pages of a document, blocks of a micro-course, a picture. */
export type PageUnit = 'page' | 'block' | 'picture'

/** What is missing until a task is complete. */
export type Missing =
  | { readonly kind: 'seconds'; readonly seconds: number; readonly gaps: Ranges }
  | { readonly kind: 'end'; readonly from: number; readonly until: number }
  | { readonly kind: 'pages'; readonly count: number; readonly pages: readonly number[]; readonly unit?: PageUnit }
  | { readonly kind: 'length' }
  /** Of a test: to be passed, or handed in at all. */
  | { readonly kind: 'passed'; readonly scoreHundredths: number | null }
  | { readonly kind: 'handedIn' }
  /** Of a practice: so much of it answered, and so much of a whole round right; null: whatever was right. */
  | { readonly kind: 'practised'; readonly answeredPercent: number; readonly accuracyPercent: number | null }
  /** Of a questionnaire. */
  | { readonly kind: 'answered' }
  /** Of a package: parts that it has not called complete. */
  | { readonly kind: 'parts'; readonly parts: readonly number[] }
  | { readonly kind: 'read'; readonly seconds: number }
  | { readonly kind: 'opened' }

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
  return doneOf({ part: covered, whole: needed }, missing)
}

export interface PagesRule {
  readonly pageCount: number
  /** So long a page must be in view. */
  readonly secondsPerPage: number
  /** 1 to 100. */
  readonly percent: number
  readonly unit?: PageUnit
}

/** A document or a micro-course: so many of its pages or blocks were long enough in view. `seconds[0]` is the first page's. */
export function pagesDone(seconds: readonly number[], { pageCount, secondsPerPage, percent, unit = 'page' }: PagesRule): Done {
  if (pageCount <= 0) return { isComplete: false, percent: 0, missing: [{ kind: 'length' }] }
  const unseen = Array.from({ length: pageCount }, (_, index) => index).filter((index) => (seconds[index] ?? 0) < secondsPerPage)
  const needed = Math.max(1, Math.ceil((pageCount * percent) / 100))
  const seen = pageCount - unseen.length
  const missing: Missing[] =
    seen < needed ? [{ kind: 'pages', count: needed - seen, pages: unseen.map((index) => index + 1), unit }] : []
  return doneOf({ part: seen, whole: needed }, missing)
}

/** `part / whole * 100` would make 28 % of 29 in 100. */
function doneOf({ part, whole }: { part: number; whole: number }, missing: readonly Missing[]): Done {
  const isComplete = missing.length === 0
  return { isComplete, percent: isComplete ? 100 : Math.min(99, Math.floor((part * 100) / whole)), missing }
}

/** For 为什么还没完成. */
export function wordsOfMissing(missing: Missing): string {
  if (missing.kind === 'length') return '还没有打开；打开后按时长或页数计算，只能下载的文件打开即完成'
  if (missing.kind === 'end') return `结尾 ${clockOf(missing.from)}–${clockOf(missing.until)} 尚未观看`
  if (missing.kind === 'seconds') return `还需观看 ${clockOf(missing.seconds)}，未观看的部分：${spans(missing.gaps)}`
  if (missing.kind === 'pages') return wordsOfPages(missing)
  if (missing.kind === 'passed') return `还需通过考试${leastScore(missing.scoreHundredths)}`
  if (missing.kind === 'handedIn') return '还需参加考试并交卷'
  if (missing.kind === 'practised') return wordsOfPractice(missing.answeredPercent, missing.accuracyPercent)
  if (missing.kind === 'answered') return '还需填写问卷并提交'
  if (missing.kind === 'parts') return `还需学完第 ${missing.parts.join('、')} 节`
  return missing.kind === 'read' ? `还需阅读 ${missing.seconds} 秒` : '还需打开链接'
}

function wordsOfPages({ count, pages, unit }: Extract<Missing, { kind: 'pages' }>): string {
  if (unit === 'picture') return '还需查看图片'
  const one = unit === 'block' ? '节' : '页'
  return `还需阅读 ${count} ${one}，未读的${one}：${pages.join('、')}`
}

function wordsOfPractice(answeredPercent: number, accuracyPercent: number | null): string {
  const answered = answeredPercent === 100 ? '还需完成一轮练习' : `还需完成练习的 ${answeredPercent}%`
  return accuracyPercent === null ? answered : `${answered}，且完整一轮的正确率不低于 ${accuracyPercent}%`
}

const leastScore = (hundredths: number | null) => (hundredths === null ? '' : `（至少 ${hundredths / 100} 分）`)

const spans = (gaps: Ranges) => gaps.map(([from, until]) => `${clockOf(from)}–${clockOf(until)}`).join('、')
