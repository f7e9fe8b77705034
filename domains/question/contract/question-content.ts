/**
 * What a question version stores: stem, options, key and analysis.
 *
 * The schemas admit drafts (no correct option yet, an empty stem): whether a question is fit for use is said by
 * `server/rules/check-question.ts`. The key never leaves the server except through `keyOf`, and what a candidate is
 * sent is what `candidateView` returns, nothing else.
 *
 * Blanks and gaps are placed in the stem as `{{id}}`; a stem that names none shows its blanks below itself.
 */
import { recordOf } from '@kaopei/contract'
import { z } from 'zod'
import { questionType } from './question-type.ts'

/** Ids of options, blanks, gaps and key points: stable for the life of the question, never a letter or a position. */
export const partId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '标识只能包含字母、数字、下划线和短横线')

export const longestHtml = 200_000
const html = z.string().max(longestHtml, `内容过长，请控制在 ${longestHtml} 个字符以内`)
const analysis = html.default('')

/** `fixed` options keep their place when options are shuffled ("以上都对" stays last). */
export const questionOption = z.object({ id: partId, html, fixed: z.boolean().default(false) })
export type QuestionOption = z.infer<typeof questionOption>

const singleContent = z.object({
  type: z.literal(questionType.single),
  stem: html,
  options: z.array(questionOption).max(26),
  correct: partId.nullable(),
  analysis,
})

const multipleContent = z.object({
  type: z.literal(questionType.multiple),
  stem: html,
  options: z.array(questionOption).max(26),
  correct: z.array(partId).max(26),
  analysis,
})

export const judgementId = z.enum(['true', 'false'])
const judgementContent = z.object({
  type: z.literal(questionType.judgement),
  stem: html,
  options: z.tuple([
    z.object({ id: z.literal('true'), html, fixed: z.literal(true) }),
    z.object({ id: z.literal('false'), html, fixed: z.literal(true) }),
  ]),
  correct: judgementId.nullable(),
  analysis,
})

/** The two options of a judgement question, in the words the author prefers. */
export function judgementOptions(trueHtml = '正确', falseHtml = '错误') {
  return [
    { id: 'true' as const, html: trueHtml, fixed: true as const },
    { id: 'false' as const, html: falseHtml, fixed: true as const },
  ] satisfies z.infer<typeof judgementContent>['options']
}

export const blankMatch = z.enum(['exact', 'contains', 'wildcard', 'numeric', 'manual'])
export type BlankMatch = z.infer<typeof blankMatch>

export const blankMatchLabels: Record<BlankMatch, string> = {
  exact: '完全一致',
  contains: '包含关键词',
  wildcard: '通配符（* 任意多个字，? 一个字；\\* \\? \\\\ 为字符本身）',
  numeric: '数值',
  manual: '人工阅卷',
}

/** An accepted text; `weight` 1 earns the whole blank, 0.5 half of it. */
export const blankAlternative = z.object({ text: z.string().max(500), weight: z.number().min(0).max(1).default(1) })
export type BlankAlternative = z.infer<typeof blankAlternative>

/** Absolute and relative tolerance of a numeric blank; both 0 still accept equal decimals (0.50 = .5). */
export const numericTolerance = z.object({
  absolute: z.number().min(0).default(0),
  relative: z.number().min(0).max(1).default(0),
})
export type NumericTolerance = z.infer<typeof numericTolerance>

export const questionBlank = z.object({
  id: partId,
  alternatives: z.array(blankAlternative).max(50),
  match: blankMatch.default('exact'),
  tolerance: numericTolerance.optional(),
})
export type QuestionBlank = z.infer<typeof questionBlank>

const blankContent = z.object({
  type: z.literal(questionType.blank),
  stem: html,
  blanks: z.array(questionBlank).max(50),
  /** Groups of blank ids whose answers may stand in any order ("列举三大…"). */
  unorderedGroups: z.array(z.array(partId).max(50)).max(50).default([]),
  analysis,
})

export const codeCase = z.object({
  id: partId,
  input: z.string().max(100_000),
  expected: z.string().max(100_000),
  weight: z.int().min(0).max(1000).default(1),
  /** A hidden case is judged but never shown to a candidate. */
  hidden: z.boolean().default(true),
})

const programmingContent = z.object({
  type: z.literal(questionType.programming),
  stem: html,
  languages: z.array(z.string().min(1).max(30)).max(30),
  cases: z.array(codeCase).max(100),
  timeLimitMs: z.int().min(100).max(60_000).default(2000),
  memoryLimitMb: z.int().min(16).max(2048).default(256),
  referenceAnswer: z.string().max(100_000).default(''),
  analysis,
})

/** A point the marker looks for; `scoreShare` is its part of the question's score, 0..1. */
export const keyPoint = z.object({ id: partId, text: z.string().max(2000), scoreShare: z.number().min(0).max(1) })
export type KeyPoint = z.infer<typeof keyPoint>

const shortContent = z.object({
  type: z.literal(questionType.short),
  stem: html,
  keyPoints: z.array(keyPoint).max(50).default([]),
  referenceAnswer: html.default(''),
  analysis,
})

const dropdownContent = z.object({
  type: z.literal(questionType.dropdown),
  stem: html,
  gaps: z.array(z.object({ id: partId })).max(50),
  options: z.array(z.object({ id: partId, html })).max(100),
  /** gap id → option id */
  correct: recordOf(partId, partId, 200),
  /** Each option may be chosen for one gap only. */
  singleUse: z.boolean().default(false),
  analysis,
})

export const questionContent = z.discriminatedUnion('type', [
  singleContent,
  multipleContent,
  judgementContent,
  blankContent,
  programmingContent,
  shortContent,
  dropdownContent,
])
export type QuestionContent = z.infer<typeof questionContent>
export type ContentOf<T extends QuestionContent['type']> = Extract<QuestionContent, { type: T }>

/** The ids placed in a stem as `{{id}}`, in order of appearance, repetitions included. */
export function placedIds(stem: string): string[] {
  return [...stem.matchAll(/\{\{([A-Za-z0-9_-]{1,40})\}\}/g)].map((found) => found[1] ?? '')
}

/** Whether a person has to mark this question: short answers, and blanks of which one is matched by hand. */
export function needsMarker(content: QuestionContent): boolean {
  if (content.type === questionType.short) return true
  return content.type === questionType.blank && content.blanks.some((blank) => blank.match === 'manual')
}
