/** What becomes of each row of an import: new, the same as before, a conflict, or an error. */
import type { ImportRow } from '../importing/file.ts'
import { questionDigest } from './content/question-digest.ts'
import type { ImportedQuestion, RowOutcome } from './content/question-of-row.ts'
import { questionFingerprint, sameWords } from './similar-text.ts'

/** `fingerprint` finds what may be alike, `words` says whether it is. */
export type ReadRow = { rowNumber: number; question: ImportedQuestion; digest: string; fingerprint: string; words: string }

export type KnownQuestion = { id: string; type: number; idNumber: string | null; words: string; digest: string }

export type Verdict =
  | { kind: 'new'; row: ReadRow }
  | { kind: 'same'; rowNumber: number }
  | { kind: 'conflict'; row: ReadRow; existing: KnownQuestion; messages: string[]; mayOverwrite: boolean }
  | { kind: 'error'; rowNumber: number; messages: string[] }

/** What the rows above said, for the whole file. */
export class SeenRows {
  readonly #byIdNumber = new Map<string, number>()
  readonly #byWords = new Map<string, { rowNumber: number; digest: string }>()

  /** A row that repeats one above it is told here; undefined when nothing of it was seen before. */
  judge({ rowNumber, question, digest, words }: ReadRow): Verdict | undefined {
    const { idNumber } = question
    const sameId = idNumber === null ? undefined : this.#byIdNumber.get(idNumber)
    if (sameId !== undefined) return { kind: 'error', rowNumber, messages: [`题目标识与第 ${sameId} 行重复`] }
    if (idNumber !== null) this.#byIdNumber.set(idNumber, rowNumber)
    const sameWords = this.#byWords.get(words)
    if (sameWords === undefined) {
      this.#byWords.set(words, { rowNumber, digest })
      return undefined
    }
    if (sameWords.digest === digest) return { kind: 'same', rowNumber }
    return {
      kind: 'error',
      rowNumber,
      messages: [
        `与第 ${sameWords.rowNumber} 行的题干和选项相同，但答案、标点格式、解析、难度、分值或评分方式不同，请核对后保留一行`,
      ],
    }
  }
}

export function readRow({ rowNumber }: Pick<ImportRow, 'rowNumber'>, outcome: RowOutcome): ReadRow | Verdict {
  if ('faults' in outcome) return { kind: 'error', rowNumber, messages: outcome.faults }
  const { question } = outcome
  return {
    rowNumber,
    question,
    digest: questionDigest(question),
    fingerprint: questionFingerprint(question.content),
    words: sameWords(question.content),
  }
}

/** A row against the questions of the bank. A 题目标识 names its question; without one the words do. */
export function judgeAgainst(row: ReadRow, known: readonly KnownQuestion[]): Verdict {
  const { rowNumber, question, digest, words } = row
  const named = question.idNumber === null ? undefined : known.find(({ idNumber }) => idNumber === question.idNumber)
  if (named) {
    if (named.digest === digest) return { kind: 'same', rowNumber }
    return conflict(row, named, '题库中已有相同题目标识的试题，但内容不同')
  }
  const alike = known.filter((one) => one.words === words)
  const [first] = alike
  if (first === undefined) return { kind: 'new', row }
  const twin = alike.find((one) => one.digest === digest)
  if (twin) return { kind: 'same', rowNumber }
  const isOthers = first.idNumber !== null && question.idNumber !== null
  const message = '题库中已有题干和选项相同的试题，但答案、标点格式、解析、难度、分值或评分方式不同'
  return { ...conflict(row, first, message), ...(isOthers && { mayOverwrite: false }) }
}

function conflict(row: ReadRow, existing: KnownQuestion, message: string): Extract<Verdict, { kind: 'conflict' }> {
  const isSameType = existing.type === row.question.content.type
  const messages = isSameType ? [message] : [message, '题型也不同，不能覆盖']
  return { kind: 'conflict', row, existing, messages, mayOverwrite: isSameType }
}
