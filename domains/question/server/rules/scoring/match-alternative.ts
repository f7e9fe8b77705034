/** Whether a written answer is one of a blank's accepted texts. Never a measure of likeness: "不是" is near to "是". */
import type { BlankAlternative, BlankMatch, QuestionBlank } from '../../../contract/content.ts'
import type { NormaliseSwitches } from '../../../contract/scoring-rule.ts'
import { Effort } from './effort.ts'
import { comparingSteps, normalisingSteps, preparingSteps } from './matching-steps.ts'
import { normaliseText } from './normalise-text.ts'
import { canonicalNumber, type Decimal, isWithinTolerance, parseNumber } from './parse-number.ts'
import { compileWildcard, lettersOf, meetsWildcard } from './wildcard.ts'

const noTolerance = { absolute: 0, relative: 0 }

type MatchRule = Pick<QuestionBlank, 'match' | 'tolerance'>

/** A written answer, made comparable once however many texts it is compared with. */
export class WrittenAnswer {
  readonly isEmpty: boolean
  readonly length: number
  readonly text: string
  readonly #switches: NormaliseSwitches
  #plain: string | undefined
  #letters: Uint32Array | undefined
  #number: Decimal | 'none' | undefined

  constructor(text: string, switches: NormaliseSwitches, effort: Effort) {
    effort.spend(normalisingSteps(text.length))
    this.text = text
    this.#switches = switches
    this.length = text.length
    this.isEmpty = text.trim() === ''
  }

  plain(): string {
    this.#plain ??= normaliseText(this.text, this.#switches)
    return this.#plain
  }

  letters(): Uint32Array {
    this.#letters ??= lettersOf(this.plain())
    return this.#letters
  }

  number(): Decimal | undefined {
    this.#number ??= parseNumber(this.text, this.#switches) ?? 'none'
    return this.#number === 'none' ? undefined : this.#number
  }
}

/** One accepted text, made comparable once however many answers it is compared with. A manual blank accepts nothing. */
export class AcceptedText {
  /** Equal for texts that accept the same answers; undefined when it accepts none. */
  readonly spelling: string | undefined
  readonly #match: BlankMatch
  readonly #length: number
  readonly #effort: Effort
  readonly #isMetBy: ((answer: WrittenAnswer) => boolean) | undefined

  constructor(wanted: string, { match, tolerance = noTolerance }: MatchRule, switches: NormaliseSwitches, effort: Effort) {
    effort.spend(preparingSteps(match, wanted.length))
    this.#match = match
    this.#length = wanted.length
    this.#effort = effort
    if (match === 'manual') return
    if (match === 'numeric') {
      const key = parseNumber(wanted, switches)
      if (!key) return
      this.spelling = canonicalNumber(key)
      this.#isMetBy = (answer) => {
        const number = answer.number()
        return number !== undefined && isWithinTolerance(number, key, tolerance)
      }
      return
    }
    const key = normaliseText(wanted, switches)
    if (key === '') return
    this.spelling = key
    this.#isMetBy = meetingText(match, key)
  }

  isMetBy(answer: WrittenAnswer): boolean {
    if (answer.isEmpty || this.#isMetBy === undefined) return false
    this.#effort.spend(comparingSteps(this.#match, answer.length, this.#length))
    return this.#isMetBy(answer)
  }
}

function meetingText(match: 'exact' | 'contains' | 'wildcard', key: string): (answer: WrittenAnswer) => boolean {
  if (match === 'exact') return (answer) => answer.plain() === key
  if (match === 'contains') return (answer) => answer.plain().includes(key)
  const pattern = compileWildcard(key)
  return (answer) => answer.plain() !== '' && meetsWildcard(answer.letters(), pattern)
}

/** The best alternative that the answer meets, by weight, of equal ones the first; undefined when none does. */
export function bestAlternative(
  answer: WrittenAnswer,
  blank: QuestionBlank,
  switches: NormaliseSwitches,
  effort: Effort,
): BlankAlternative | undefined {
  return blank.alternatives
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ text }) => new AcceptedText(text, blank, switches, effort).isMetBy(answer))
}

export function meetsAlternative(text: string, wanted: string, rule: MatchRule, switches: NormaliseSwitches): boolean {
  const effort = new Effort(Number.POSITIVE_INFINITY)
  return new AcceptedText(wanted, rule, switches, effort).isMetBy(new WrittenAnswer(text, switches, effort))
}
