/** Receipts: the server's word that it holds a revision durably. Made from stored values alone, so the same write earns the same receipt. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@kaopei/contract'
import type { Answer } from '@kaopei/question/contract/answer'

export interface Receipted {
  readonly attemptId: string
  readonly slot: number
  readonly rev: number
  /** Of the canonical answer, see `answerHash`. */
  readonly hash: string
  readonly savedAt: Date
}

export function receiptOf(secret: string, { attemptId, slot, rev, hash, savedAt }: Receipted): string {
  return createHmac('sha256', secret).update(`receipt|${attemptId}|${slot}|${rev}|${hash}|${savedAt.toISOString()}`).digest('hex')
}

export function isReceiptOf(secret: string, receipted: Receipted, given: string): boolean {
  const expected = Buffer.from(receiptOf(secret, receipted))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

export function answerHash(answer: Answer): string {
  return hash('sha256', canonicalJson(answer), 'hex')
}
