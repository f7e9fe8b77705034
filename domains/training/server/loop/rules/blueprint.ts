/**
 * What a paper was made of, question by question: for another one like it. Of a paper that draws its questions, what people got on the average:
 * of each kind the whole number, what is left over to those with the greatest rest, so that the whole has as many questions as theirs.
 */
import type { BlueprintItem } from '@kaopei/paper/server'
import type { LaidOutQuestion } from '@kaopei/result/server'

interface Paper {
  readonly questions: readonly LaidOutQuestion[]
  /** In how many papers these stood. */
  readonly attemptCount: number
}

/** `pointIds`: those that count. Unless the whole paper is meant, only questions that carry one of them. */
export function blueprintOf(
  { questions, attemptCount }: Paper,
  { pointIds, isWhole }: { readonly pointIds: readonly string[]; readonly isWhole: boolean },
): BlueprintItem[] {
  if (attemptCount === 0) return []
  const counting = new Set(pointIds)
  const meant = questions.flatMap((question) => {
    const carried = question.pointIds.filter((pointId) => counting.has(pointId)).toSorted()
    return isWhole || carried.length > 0 ? [{ ...question, pointIds: carried }] : []
  })
  const kinds = [...Map.groupBy(meant, kindOf).values()].flatMap((members) => {
    const [first] = members
    const expected = members.reduce((sum, { times }) => sum + times, 0) / attemptCount
    return first ? [{ item: itemOf(first), whole: Math.floor(expected), rest: expected - Math.floor(expected) }] : []
  })
  const left = Math.round(kinds.reduce((sum, { rest }) => sum + rest, 0))
  const favoured = new Set(kinds.toSorted((a, b) => b.rest - a.rest).slice(0, left))
  return kinds.flatMap((kind) => Array.from({ length: kind.whole + (favoured.has(kind) ? 1 : 0) }, () => kind.item))
}

function kindOf({ type, difficulty, pointIds, scoreHundredths }: LaidOutQuestion): string {
  return [type, difficulty, scoreHundredths, ...pointIds].join(' ')
}

function itemOf({ type, difficulty, pointIds, scoreHundredths }: LaidOutQuestion): BlueprintItem {
  return { type, difficulty, pointIds, scoreHundredths }
}
