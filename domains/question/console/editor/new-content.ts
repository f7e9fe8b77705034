import {
  defaultScoringRule,
  judgementOptions,
  type QuestionContent,
  type QuestionType,
  type ScoringRule,
} from '../../contract/content.ts'

/** What the editor holds: the content and its rule. */
export interface Draft {
  readonly content: QuestionContent
  readonly rule: ScoringRule
}

/** A fresh id for an option, blank, gap or key point: never a position, so that it survives reordering. */
export function newPartId(taken: readonly string[], prefix: string): string {
  for (let number = taken.length + 1; ; number++) {
    const id = `${prefix}${number}`
    if (!taken.includes(id)) return id
  }
}

const option = (id: string) => ({ id, html: '', fixed: false })

/** Of a question that exists: these two alone, or its old bank and score would be sent over the changed ones. */
export function draftOf({ content, rule }: Draft): Draft {
  return { content, rule }
}

/** An empty question of a type, as the editor starts with it. */
export function newDraft(type: QuestionType): Draft {
  return { content: newContent(type), rule: defaultScoringRule(type) }
}

/** The same question as another type: what both have stays, so that a wrong choice of type costs nothing that was typed. */
export function withType({ content }: Draft, type: QuestionType): Draft {
  const fresh = newDraft(type)
  const kept = { stem: content.stem, analysis: content.analysis }
  const next = { ...fresh.content, ...kept }
  const isChoice = (content.type === 1 || content.type === 2) && (next.type === 1 || next.type === 2)
  if (!isChoice) return { ...fresh, content: next }
  const right = content.type === 1 ? [content.correct ?? []].flat() : content.correct
  if (next.type === 1) return { ...fresh, content: { ...next, options: content.options, correct: right[0] ?? null } }
  return { ...fresh, content: { ...next, options: content.options, correct: right } }
}

function newContent(type: QuestionType): QuestionContent {
  const base = { stem: '', analysis: '' }
  switch (type) {
    case 1:
      return { ...base, type, options: ['a', 'b', 'c', 'd'].map(option), correct: null }
    case 2:
      return { ...base, type, options: ['a', 'b', 'c', 'd'].map(option), correct: [] }
    case 3:
      return { ...base, type, options: judgementOptions(), correct: null }
    case 4:
      return {
        ...base,
        type,
        blanks: [{ id: 'b1', alternatives: [{ text: '', weight: 1 }], match: 'exact' }],
        unorderedGroups: [],
      }
    case 5:
      return { ...base, type, languages: ['javascript'], cases: [], timeLimitMs: 2000, memoryLimitMb: 256, referenceAnswer: '' }
    case 6:
      return { ...base, type, keyPoints: [], referenceAnswer: '' }
    case 7:
      return {
        ...base,
        type,
        gaps: [{ id: 'g1' }],
        options: ['a', 'b', 'c'].map((id) => ({ id, html: '' })),
        correct: {},
        singleUse: false,
      }
  }
}
