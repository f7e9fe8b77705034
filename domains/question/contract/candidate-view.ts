import { z } from 'zod'
import type { ContentOf, QuestionContent } from './question-content.ts'

const option = z.object({ id: z.string(), html: z.string() })
const part = z.object({ id: z.string() })

/** What may reach a candidate while the right answer is hidden: each type lists its fields, so a new field stays inside until named here. */
export const shownQuestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal(1), stem: z.string(), options: z.array(option) }),
  z.object({ type: z.literal(2), stem: z.string(), options: z.array(option) }),
  z.object({ type: z.literal(3), stem: z.string(), options: z.array(option) }),
  z.object({ type: z.literal(4), stem: z.string(), blanks: z.array(part) }),
  z.object({
    type: z.literal(5),
    stem: z.string(),
    languages: z.array(z.string()),
    samples: z.array(z.object({ input: z.string(), expected: z.string() })),
    timeLimitMs: z.number(),
    memoryLimitMb: z.number(),
  }),
  z.object({ type: z.literal(6), stem: z.string() }),
  z.object({ type: z.literal(7), stem: z.string(), gaps: z.array(part), options: z.array(option), singleUse: z.boolean() }),
])
export type CandidateView = z.output<typeof shownQuestion>
export type CandidateOption = z.output<typeof option>

/** What the aspect "right answer" adds to a view; analysis is an aspect of its own. */
export const questionKey = z.discriminatedUnion('type', [
  z.object({ type: z.literal(1), correct: z.string().nullable() }),
  z.object({ type: z.literal(2), correct: z.array(z.string()) }),
  z.object({ type: z.literal(3), correct: z.string().nullable() }),
  z.object({
    type: z.literal(4),
    blanks: z.array(z.object({ id: z.string(), alternatives: z.array(z.string()) })),
    unorderedGroups: z.array(z.array(z.string())),
  }),
  z.object({ type: z.literal(5), referenceAnswer: z.string() }),
  z.object({
    type: z.literal(6),
    referenceAnswer: z.string(),
    keyPoints: z.array(z.object({ id: z.string(), text: z.string(), scoreShare: z.number() })),
  }),
  z.object({ type: z.literal(7), correct: z.record(z.string(), z.string()) }),
])
export type QuestionKey = z.output<typeof questionKey>

/**
 * The question without key, analysis, alternatives, key points and hidden cases.
 * `optionOrder` is the attempt's order of option ids; ids it does not name follow in stored order.
 */
export function candidateView(content: QuestionContent, optionOrder: readonly string[] = []): CandidateView {
  const { stem } = content
  switch (content.type) {
    case 1:
    case 2:
      return { type: content.type, stem, options: orderedOptions(content.options, optionOrder) }
    case 3:
      return { type: 3, stem, options: orderedOptions(content.options, []) }
    case 4:
      return { type: 4, stem, blanks: content.blanks.map(({ id }) => ({ id })) }
    case 5:
      return viewOfProgramming(content)
    case 6:
      return { type: 6, stem }
    case 7:
      return {
        type: 7,
        stem,
        gaps: content.gaps.map(({ id }) => ({ id })),
        options: orderedOptions(content.options, optionOrder),
        singleUse: content.singleUse,
      }
  }
}

/** The right answer of a question; send it only where the aspect `rightAnswer` is visible. */
export function keyOf(content: QuestionContent): QuestionKey {
  switch (content.type) {
    case 1:
    case 3:
      return { type: content.type, correct: content.correct }
    case 2:
      return { type: 2, correct: content.correct }
    case 4:
      return {
        type: 4,
        blanks: content.blanks.map(({ id, alternatives }) => ({ id, alternatives: alternatives.map(({ text }) => text) })),
        unorderedGroups: content.unorderedGroups,
      }
    case 5:
      return { type: 5, referenceAnswer: content.referenceAnswer }
    case 6:
      return { type: 6, referenceAnswer: content.referenceAnswer, keyPoints: content.keyPoints }
    case 7:
      return { type: 7, correct: content.correct }
  }
}

function orderedOptions(options: readonly { id: string; html: string }[], order: readonly string[]): CandidateOption[] {
  const place = new Map(order.map((id, index) => [id, index]))
  return options
    .map(({ id, html }, index) => ({ id, html, at: place.get(id) ?? order.length + index }))
    .sort((a, b) => a.at - b.at)
    .map(({ id, html }) => ({ id, html }))
}

function viewOfProgramming(content: ContentOf<5>): CandidateView {
  const { stem, languages, timeLimitMs, memoryLimitMb } = content
  const samples = content.cases.filter((one) => !one.hidden).map(({ input, expected }) => ({ input, expected }))
  return { type: 5, stem, languages, samples, timeLimitMs, memoryLimitMb }
}
