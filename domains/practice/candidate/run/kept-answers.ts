/** Answers that the server has not acknowledged: kept across reloads, told later by whatever page of practising is open. */
import type { InputOf, OutputOf } from '@kaopei/contract'
import { call, isApiError, type KeptRecord, keptRecords, session } from '@kaopei/web/client'
import { learn } from '../../contract/learn.ts'

export type Told = OutputOf<typeof learn.answer>

export type KeptAnswer = KeptRecord &
  (
    | { readonly kind: 'answer'; readonly input: InputOf<typeof learn.answer> }
    | { readonly kind: 'judge'; readonly input: InputOf<typeof learn.judge> }
  )

const records = keptRecords<KeptAnswer>('kaopei-practice', 'answers')
export const { keep } = records

export const keyOfAnswer = ({ runId, item, seq }: { runId: string; item: number; seq: number }) => `${runId}:${item}:${seq}`

/** Of the signed-in person, in the order in which they were given: a judgement comes after its answer. */
export async function keptAnswers(): Promise<KeptAnswer[]> {
  const staffId = session.get()?.staffId
  if (staffId === undefined) return []
  const kept = await records.of(staffId)
  return kept.sort((one, other) => givenAt(one) - givenAt(other) || one.input.seq - other.input.seq)
}

const givenAt = ({ input }: KeptAnswer) => Date.parse(String(input.answeredAt ?? '')) || 0

export type Outcome =
  | { readonly kind: 'told'; readonly answer: Told }
  /** No answer of the server: it stays and is told later. */
  | { readonly kind: 'unsent' }
  /** The server will never take it; the text says why. */
  | { readonly kind: 'refused'; readonly text: string }

/** Tells one answer. What the server has answered, with yes or no, is forgotten here. */
export async function tell(kept: KeptAnswer): Promise<Outcome> {
  const options = { silent: true, timeoutMs: 12_000 }
  try {
    const answer =
      kept.kind === 'answer' ? await call(learn.answer, kept.input, options) : await call(learn.judge, kept.input, options)
    await records.drop(kept.key)
    return { kind: 'told', answer }
  } catch (error) {
    if (!isFinal(error)) return { kind: 'unsent' }
    await records.drop(kept.key)
    return { kind: 'refused', text: error.message }
  }
}

/** A refusal of the practice itself, or of the input: asking again would change nothing. */
function isFinal(error: unknown): error is Error {
  return isApiError(error) && !error.isForeign && (error.code === 1001 || (error.code >= 3100 && error.code < 3140))
}

let sending: Promise<readonly { readonly kept: KeptAnswer; readonly outcome: Outcome }[]> | undefined

/** Tells what is kept, one after another, until there is no answer; one at a time over all pages of this tab. */
export function sendKept(): Promise<readonly { readonly kept: KeptAnswer; readonly outcome: Outcome }[]> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll() {
  const done: { kept: KeptAnswer; outcome: Outcome }[] = []
  for (const kept of await keptAnswers()) {
    const outcome = await tell(kept)
    done.push({ kept, outcome })
    if (outcome.kind === 'unsent') break
  }
  return done
}
