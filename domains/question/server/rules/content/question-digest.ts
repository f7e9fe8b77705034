/** Whether two questions say the same including their key: what tells a repeated import from a conflicting one. */
import type { ContentOf, QuestionContent, ScoringRule } from '../../../contract/content.ts'
import { canonicalJson, checksumOf } from './checksum.ts'

export type DigestedQuestion = {
  content: QuestionContent
  rule: ScoringRule
  difficulty: number
  defaultScoreHundredths: number
}

type PlaceOf = (id: string) => number

/**
 * Ids of options, blanks and gaps are replaced by places: a question keeps its ids for life, a file has none. What has no order – options,
 * accepted texts, blanks of a group without order, points for the marker – is put into one of its own first, so that the same answers in
 * another order are the same question.
 */
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
      return sorted(content.options).map(({ id }) => id)
    case 4:
      return ungrouped(content).map(({ id }) => id)
    case 7:
      return [...content.gaps, ...sorted(content.options)].map(({ id }) => id)
    case 3:
    case 5:
    case 6:
      return []
  }
}

function placedContent(content: QuestionContent, placeOf: PlaceOf): unknown {
  // In the stem a blank stands where it stands, also one of a group without order.
  const own = content.type === 4 ? new Map(content.blanks.map(({ id }, index) => [id, index])) : undefined
  const stemPlace = (id: string) => (own ? (own.get(id) ?? -1) : placeOf(id))
  const stem = content.stem.replace(/\{\{([A-Za-z0-9_-]{1,40})\}\}/g, (_whole, id: string) => `{{${stemPlace(id)}}}`)
  switch (content.type) {
    case 1:
      return { ...content, options: sorted(content.options).map(withoutId), correct: content.correct && placeOf(content.correct) }
    case 2:
      return { ...content, options: sorted(content.options).map(withoutId), correct: content.correct.map(placeOf).sort() }
    case 4:
      return {
        ...content,
        stem,
        blanks: ungrouped(content).map(withSortedTexts).map(withoutId),
        unorderedGroups: content.unorderedGroups.map((group) => group.map(placeOf).sort()).sort(),
      }
    case 6:
      return { ...content, keyPoints: sorted(content.keyPoints).map(withoutId) }
    case 7:
      return {
        ...content,
        stem,
        gaps: content.gaps.length,
        options: sorted(content.options).map(withoutId),
        correct: content.gaps.map(({ id }) => placeOf(content.correct[id] ?? '')),
      }
    case 3:
    case 5:
      return content
  }
}

/** In the order of what they say. */
function sorted<Part extends { id: string }>(parts: readonly Part[]): Part[] {
  const said = new Map(parts.map((part) => [part, canonicalJson(withoutId(part))]))
  return parts.toSorted((one, other) => compared(said.get(one) ?? '', said.get(other) ?? ''))
}

/** The blanks of a group without order stand at the places of the group in the order of what they accept. */
function ungrouped({ blanks, unorderedGroups }: ContentOf<4>): ContentOf<4>['blanks'] {
  const ordered = [...blanks]
  for (const group of unorderedGroups) {
    const places = blanks.flatMap(({ id }, place) => (group.includes(id) ? [place] : []))
    const ofGroup = sorted(places.flatMap((place) => blanks[place] ?? []).map(withSortedTexts))
    places.forEach((place, at) => {
      const blank = ofGroup[at]
      if (blank) ordered[place] = blank
    })
  }
  return ordered
}

function withSortedTexts<Blank extends ContentOf<4>['blanks'][number]>(blank: Blank): Blank {
  return { ...blank, alternatives: blank.alternatives.toSorted((one, other) => compared(one.text, other.text)) }
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

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
