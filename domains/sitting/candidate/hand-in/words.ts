/** What a candidate is told about a hand-in that did not happen. */
import type { SheetItem } from '../../contract/shapes.ts'
import type { OutboxView } from '../outbox/types.ts'

export const handInWords = {
  lost: '网络不通，尚未交卷。请检查网络后再次点击“交卷”。',
  retrying: '网络不通，正在重试交卷；若一直不通，系统将按已送达的答案交卷。',
} as const

const mostNumbers = 20

/** 第 1、3 题; empty without any. */
export function questionsNamed(items: readonly SheetItem[], isMeant: (slot: number) => boolean): string {
  const numbers = items.flatMap(({ slot }, index) => (isMeant(slot) ? [index + 1] : []))
  if (numbers.length === 0) return ''
  const more = numbers.length > mostNumbers ? ` 等 ${numbers.length} ` : ' '
  return `第 ${numbers.slice(0, mostNumbers).join('、')}${more}题`
}

export interface HeldBack {
  /** Still on their way: nothing to do but to wait, or to go on answering. */
  readonly waiting: string
  /** Refused on the way: the candidate must change them. */
  readonly stuck: string
  /** Two texts to choose between. */
  readonly conflicting: string
}

/** Which questions hold the hand-in back, and why. */
export function heldBackBy(items: readonly SheetItem[], { slots }: Pick<OutboxView, 'slots'>): HeldBack {
  const of = (slot: number) => slots.get(slot)
  return {
    waiting: questionsNamed(items, (slot) => Boolean(of(slot)?.isUnsent && !of(slot)?.isStuck && !of(slot)?.conflict)),
    stuck: questionsNamed(items, (slot) => Boolean(of(slot)?.isStuck)),
    conflicting: questionsNamed(items, (slot) => Boolean(of(slot)?.conflict)),
  }
}
