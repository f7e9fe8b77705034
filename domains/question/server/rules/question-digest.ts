/** Whether two questions say the same including their key: what tells a repeated import from a conflicting one. */
import type { QuestionContent, ScoringRule } from '../../contract/content.ts'
import { checksumOf } from './checksum.ts'

export type DigestedQuestion = {
  content: QuestionContent
  rule: ScoringRule
  difficulty: number
  defaultScoreHundredths: number
}

type PlaceOf = (id: string) => number

/** Ids of options, blanks and gaps are replaced by their position: a question keeps its ids for life, a file has none. */
export function questionDigest({ content, rule, difficulty, defaultScoreHundredths }: DigestedQuestion): string {
  const places = new Map(partIds(content).map((id, index) => [id, index]))
  const placeOf = (id: string) => places.get(id) ?? -1
  return checksumOf({
    content: placedContent(content, placeOf),
    rule: placedRule(rule, placeOf),
    difficulty,
    defaultScoreHundredths,
  })
}

function partIds(content: QuestionContent): string[] {
  switch (content.type) {
    case 1:
    case 2:
      return content.options.map(({ id }) => id)
    case 4:
      return content.blanks.map(({ id }) => id)
    case 7:
      return [...content.gaps, ...content.options].map(({ id }) => id)
    case 3:
    case 5:
    case 6:
      return []
  }
}

function placedContent(content: QuestionContent, placeOf: PlaceOf): unknown {
  const stem = content.stem.replace(/\{\{([A-Za-z0-9_-]{1,40})\}\}/g, (_whole, id: string) => `{{${placeOf(id)}}}`)
  switch (content.type) {
    case 1:
      return { ...content, options: content.options.map(withoutId), correct: content.correct && placeOf(content.correct) }
    case 2:
      return { ...content, options: content.options.map(withoutId), correct: content.correct.map(placeOf).sort() }
    case 4:
      return {
        ...content,
        stem,
        blanks: content.blanks.map(withoutId),
        unorderedGroups: content.unorderedGroups.map((group) => group.map(placeOf)),
      }
    case 6:
      return { ...content, keyPoints: content.keyPoints.map(withoutId) }
    case 7:
      return {
        ...content,
        stem,
        gaps: content.gaps.length,
        options: content.options.map(withoutId),
        correct: content.gaps.map(({ id }) => placeOf(content.correct[id] ?? '')),
      }
    case 3:
    case 5:
      return content
  }
}

function withoutId<Part extends { id: string }>({ id: _, ...rest }: Part): Omit<Part, 'id'> {
  return rest
}

function placedRule(rule: ScoringRule, placeOf: PlaceOf): unknown {
  const placed = (byId: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(byId).map(([id, value]) => [`#${placeOf(id)}`, value]))
  if (rule.type === 2 && rule.mode === 'perOption') return { ...rule, byOption: placed(rule.byOption) }
  if (rule.type === 2 && rule.mode === 'weighted') return { ...rule, fractions: placed(rule.fractions) }
  if (rule.type === 4 || rule.type === 7) return { ...rule, weights: placed(rule.weights) }
  return rule
}
