/**
 * Which answer counts for which blank of an unordered group: the assignment of the largest total weight, each answer,
 * each alternative and each blank used once. Greedy is wrong: when x1 fits b1 and b2 but x2 fits b1 only, x1 must go to b2.
 *
 * Solved as a flow answers → alternatives → blanks. Alternatives are nodes of their own, so that writing one accepted text twice earns
 * once even where several blanks accept it.
 */
import type { QuestionBlank } from '../../../contract/content.ts'
import { toMillionths } from '../../../contract/score-choices.ts'
import type { NormaliseSwitches } from '../../../contract/scoring-rule.ts'
import { BestFlow } from './best-flow.ts'
import { Effort } from './effort.ts'
import { AcceptedText, WrittenAnswer } from './match-alternative.ts'
import { assigningSteps } from './matching-steps.ts'

export type BlankMatching = { blankId: string; answerIndex: number; weightMillionths: number }[]

type Group = { readonly switches: NormaliseSwitches; readonly weightOf: (blankId: string) => number; readonly effort: Effort }

/** In the order of the answers. `weightOf` is the weight of a blank within its question, an integer. Throws TooMuchEffort. */
export function matchBlanks(
  answers: readonly string[],
  blanks: readonly QuestionBlank[],
  { switches, weightOf = () => 1, effort = new Effort(Infinity) }: Pick<Group, 'switches'> & Partial<Group>,
): BlankMatching {
  const written = distinctAnswers(answers, switches, effort)
  const alternatives = distinctAlternatives(blanks, switches, effort).map(({ text, blankWeights }) => ({
    blankWeights,
    metBy: written.flatMap(({ answer, places }) => (text.isMetBy(answer) ? places : [])),
  }))
  return assign(
    answers.length,
    blanks,
    alternatives.filter(({ metBy }) => metBy.length > 0),
    { weightOf, effort },
  )
}

type BlankWeights = Map<number, number>
type SharedAlternative = { text: AcceptedText; blankWeights: BlankWeights }

/** One node for each accepted text, whichever blanks accept it. */
function distinctAlternatives(
  blanks: readonly QuestionBlank[],
  switches: NormaliseSwitches,
  effort: Effort,
): SharedAlternative[] {
  const byKey = new Map<string, SharedAlternative>()
  blanks.forEach((blank, index) => {
    for (const { text: wanted, weight } of blank.alternatives) {
      const text = new AcceptedText(wanted, blank, switches, effort)
      if (text.spelling === undefined) continue
      const key = JSON.stringify([blank.match, blank.tolerance ?? null, text.spelling])
      const shared = byKey.get(key) ?? { text, blankWeights: new Map() }
      byKey.set(key, shared)
      shared.blankWeights.set(index, Math.max(shared.blankWeights.get(index) ?? 0, toMillionths(weight)))
    }
  })
  return [...byKey.values()]
}

/** The same words written twice are compared once. */
function distinctAnswers(texts: readonly string[], switches: NormaliseSwitches, effort: Effort) {
  const byText = new Map<string, { answer: WrittenAnswer; places: number[] }>()
  texts.forEach((text, place) => {
    const known = byText.get(text)
    if (known) known.places.push(place)
    else byText.set(text, { answer: new WrittenAnswer(text, switches, effort), places: [place] })
  })
  return [...byText.values()]
}

function assign(
  answerCount: number,
  blanks: readonly QuestionBlank[],
  alternatives: readonly { blankWeights: BlankWeights; metBy: readonly number[] }[],
  { weightOf, effort }: Pick<Group, 'weightOf' | 'effort'>,
): BlankMatching {
  const flow = new BestFlow()
  const source = flow.node()
  const answerNodes = Array.from({ length: answerCount }, () => flow.node())
  const alternativeNodes = alternatives.map(() => ({ into: flow.node(), out: flow.node() }))
  const blankNodes = blanks.map(() => flow.node())
  const sink = flow.node()
  const uses: { edge: number; alternative: number; blank: number; weightMillionths: number }[] = []
  const choices: { edge: number; answer: number; alternative: number }[] = []
  for (const node of answerNodes) flow.edge(source, node, 0)
  for (const node of blankNodes) flow.edge(node, sink, 0)
  alternatives.forEach(({ metBy, blankWeights }, alternative) => {
    const { into, out } = alternativeNodes[alternative] ?? { into: -1, out: -1 }
    flow.edge(into, out, 0)
    for (const answer of metBy) choices.push({ edge: flow.edge(answerNodes[answer] ?? -1, into, 0), answer, alternative })
    for (const [blank, weightMillionths] of blankWeights) {
      const gain = weightMillionths * weightOf(blanks[blank]?.id ?? '')
      uses.push({ edge: flow.edge(out, blankNodes[blank] ?? -1, gain), alternative, blank, weightMillionths })
    }
  })
  effort.spend(assigningSteps(blanks.length, choices.length + uses.length))
  flow.run(source, sink)
  const answerOf = new Map(
    choices.filter(({ edge }) => flow.isUsed(edge)).map(({ alternative, answer }) => [alternative, answer]),
  )
  return uses
    .filter(({ edge }) => flow.isUsed(edge))
    .map(({ alternative, blank, weightMillionths }) => ({
      blankId: blanks[blank]?.id ?? '',
      answerIndex: answerOf.get(alternative) ?? -1,
      weightMillionths,
    }))
    .sort((a, b) => a.answerIndex - b.answerIndex)
}
