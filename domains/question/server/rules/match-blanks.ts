/**
 * Which answer counts for which blank of an unordered group (domain.md §8): the assignment of the largest total weight, each answer,
 * each alternative and each blank used once. Greedy is wrong: when x1 fits b1 and b2 but x2 fits b1 only, x1 must go to b2.
 *
 * Solved as a flow answers → alternatives → blanks along best augmenting paths, which is optimal because every path found is the best one
 * left. Alternatives are nodes of their own, so that writing one accepted text twice earns once even where several blanks accept it.
 */
import type { QuestionBlank } from '../../contract/content.ts'
import { toMillionths } from '../../contract/score-choices.ts'
import type { NormaliseSwitches } from '../../contract/scoring-rule.ts'
import { meetsAlternative } from './match-alternative.ts'
import { normaliseText } from './normalise-text.ts'
import { canonicalNumber, parseNumber } from './parse-number.ts'

export type BlankMatching = { blankId: string; answerIndex: number; weightMillionths: number }[]

/** In the order of the answers. `weightOf` is the weight of a blank within its question, an integer. */
export function matchBlanks(
  answers: readonly string[],
  blanks: readonly QuestionBlank[],
  switches: NormaliseSwitches,
  weightOf: (blankId: string) => number = () => 1,
): BlankMatching {
  const alternatives = distinctAlternatives(blanks, switches)
  const graph = new Flow()
  const [source, sink] = [graph.node(), graph.node()]
  const answerNodes = answers.map(() => graph.node())
  const blankNodes = blanks.map(() => graph.node())
  const uses: { edge: number; alternative: number; blank: number; weightMillionths: number }[] = []
  const choices: { edge: number; answer: number; alternative: number }[] = []
  for (const node of answerNodes) graph.edge(source, node, 0)
  for (const node of blankNodes) graph.edge(node, sink, 0)
  alternatives.forEach(({ text, rule, blankWeights }, alternative) => {
    const [into, out] = [graph.node(), graph.node()]
    graph.edge(into, out, 0)
    answers.forEach((answer, at) => {
      const node = answerNodes[at]
      if (node === undefined || !meetsAlternative(answer, text, rule, switches)) return
      choices.push({ edge: graph.edge(node, into, 0), answer: at, alternative })
    })
    for (const [blank, weightMillionths] of blankWeights) {
      const node = blankNodes[blank]
      const gain = weightMillionths * weightOf(blanks[blank]?.id ?? '')
      if (node !== undefined) uses.push({ edge: graph.edge(out, node, gain), alternative, blank, weightMillionths })
    }
  })
  graph.run(source, sink)
  return uses
    .filter(({ edge }) => graph.isUsed(edge))
    .map(({ alternative, blank, weightMillionths }) => ({
      blankId: blanks[blank]?.id ?? '',
      answerIndex: choices.find((choice) => choice.alternative === alternative && graph.isUsed(choice.edge))?.answer ?? -1,
      weightMillionths,
    }))
    .sort((a, b) => a.answerIndex - b.answerIndex)
}

type SharedAlternative = { text: string; rule: QuestionBlank; blankWeights: Map<number, number> }

/** One node for each accepted text, whichever blanks accept it. */
function distinctAlternatives(blanks: readonly QuestionBlank[], switches: NormaliseSwitches): SharedAlternative[] {
  const byKey = new Map<string, SharedAlternative>()
  blanks.forEach((blank, index) => {
    for (const { text, weight } of blank.alternatives) {
      const number = blank.match === 'numeric' ? parseNumber(text, switches) : undefined
      const spelling = number ? canonicalNumber(number) : normaliseText(text, switches)
      const key = JSON.stringify([blank.match, blank.tolerance ?? null, spelling])
      const shared = byKey.get(key) ?? { text, rule: blank, blankWeights: new Map<number, number>() }
      byKey.set(key, shared)
      shared.blankWeights.set(index, Math.max(shared.blankWeights.get(index) ?? 0, toMillionths(weight)))
    }
  })
  return [...byKey.values()]
}

/** Unit-capacity flow of the largest gain; small graphs, so plain Bellman–Ford finds each path. */
class Flow {
  private readonly from: number[] = []
  private readonly to: number[] = []
  private readonly gain: number[] = []
  private readonly room: number[] = []
  private nodes = 0

  node(): number {
    return this.nodes++
  }

  /** Adds an edge and its reverse (index + 1). */
  edge(from: number, to: number, gain: number): number {
    this.from.push(from, to)
    this.to.push(to, from)
    this.gain.push(gain, -gain)
    this.room.push(1, 0)
    return this.to.length - 2
  }

  isUsed(edge: number): boolean {
    return this.room[edge] === 0
  }

  /** Augments while a path adds gain; a path that adds none would only move answers about. */
  run(source: number, sink: number): void {
    for (;;) {
      const { best, arrivedBy } = this.longestPaths(source)
      if ((best[sink] ?? -Infinity) <= 0) return
      for (let node = sink; node !== source; ) {
        const edge = arrivedBy[node] ?? -1
        this.room[edge] = 0
        this.room[edge ^ 1] = 1
        node = this.from[edge] ?? source
      }
    }
  }

  private longestPaths(source: number): { best: number[]; arrivedBy: number[] } {
    const best = new Array<number>(this.nodes).fill(-Infinity)
    const arrivedBy = new Array<number>(this.nodes).fill(-1)
    best[source] = 0
    for (let changed = true; changed; ) {
      changed = false
      for (let edge = 0; edge < this.to.length; edge++) {
        if (this.room[edge] === 0) continue
        const reached = (best[this.from[edge] ?? 0] ?? -Infinity) + (this.gain[edge] ?? 0)
        const target = this.to[edge] ?? 0
        if (reached > (best[target] ?? -Infinity)) {
          best[target] = reached
          arrivedBy[target] = edge
          changed = true
        }
      }
    }
    return { best, arrivedBy }
  }
}
