/** What a candidate answered: option ids, never letters or positions, so that any order of options shows the same answer. */
import { recordOf } from '@kaopei/contract'
import { z } from 'zod'

const id = z.string().min(1).max(40)

/** Characters that may be written into one blank. */
export const longestBlankText = 2000

const byType = {
  single: z.object({ type: z.literal(1), optionId: id.nullable() }),
  multiple: z.object({ type: z.literal(2), optionIds: z.array(id).max(26) }),
  judgement: z.object({ type: z.literal(3), optionId: z.enum(['true', 'false']).nullable() }),
  /** blank id → what was typed, exactly as typed */
  blank: z.object({ type: z.literal(4), texts: recordOf(id, z.string().max(longestBlankText), 200) }),
  programming: z.object({ type: z.literal(5), language: z.string().max(30), source: z.string().max(200_000) }),
  short: z.object({ type: z.literal(6), format: z.enum(['text', 'html']), text: z.string().max(200_000) }),
  /** gap id → option id; a gap left open has no entry */
  dropdown: z.object({ type: z.literal(7), choices: recordOf(id, id, 200) }),
}

export const answer = z.discriminatedUnion('type', [
  byType.single,
  byType.multiple,
  byType.judgement,
  byType.blank,
  byType.programming,
  byType.short,
  byType.dropdown,
])
export type Answer = z.infer<typeof answer>
export type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>

/** Nothing chosen and nothing but white space written; a picture in a short answer counts as written. */
export function isBlank(given: Answer): boolean {
  switch (given.type) {
    case 1:
    case 3:
      return given.optionId === null
    case 2:
      return given.optionIds.length === 0
    case 4:
      return Object.values(given.texts).every(isEmptyText)
    case 5:
      return given.source.trim() === ''
    case 6:
      return given.format === 'text' ? isEmptyText(given.text) : isEmptyHtml(given.text)
    case 7:
      return Object.keys(given.choices).length === 0
  }
}

/** The answer of someone who has not answered. */
export function blankAnswer(type: Answer['type']): Answer {
  switch (type) {
    case 1:
      return { type, optionId: null }
    case 2:
      return { type, optionIds: [] }
    case 3:
      return { type, optionId: null }
    case 4:
      return { type, texts: {} }
    case 5:
      return { type, language: '', source: '' }
    case 6:
      return { type, format: 'text', text: '' }
    case 7:
      return { type, choices: {} }
  }
}

/** All but `answered` score 0, but statistics tell them apart. */
export const answerStates = ['not_seen', 'seen_blank', 'cleared', 'answered'] as const
export const answerState = z.enum(answerStates)
export type AnswerState = z.infer<typeof answerState>

export const answerStateLabels: Record<AnswerState, string> = {
  not_seen: '未查看',
  seen_blank: '已查看未作答',
  cleared: '已清除',
  answered: '已作答',
}

/** `hadAnswer`: some earlier revision of this slot was not blank. */
export function answerStateOf(current: Answer | null, { seen, hadAnswer }: { seen: boolean; hadAnswer: boolean }): AnswerState {
  if (current !== null && !isBlank(current)) return 'answered'
  if (hadAnswer) return 'cleared'
  return seen || current !== null ? 'seen_blank' : 'not_seen'
}

/** Nothing that anybody would see: spaces, zero-width characters. */
function isEmptyText(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)
}

function isEmptyHtml(text: string): boolean {
  if (/<(img|video|audio|table|hr)\b/i.test(text)) return false
  const words = text.replace(/<[^<>]*>/g, '').replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
  return isEmptyText(words)
}
