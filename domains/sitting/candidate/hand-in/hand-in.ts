/**
 * Handing in without losing anything: with time left the paper goes in only when the server has every answer; at the end of the time it
 * goes in whatever happens, and carries what is unsent.
 */
import type { Submission, SubmitRefusal } from '../../contract/shapes.ts'
import type { Outbox, Packing, Parcel } from '../outbox/outbox.ts'

/** What the client asks for; of time and absences the server's clock and count decide. */
export type HandInCause = 'manual' | 'timeUp' | 'limit'

export type HandInAnswer =
  | { readonly kind: 'handedIn'; readonly submission: Submission }
  /** The server has said no; what was carried is dealt with all the same. */
  | { readonly kind: 'refused'; readonly code: number; readonly words: string; readonly refusal: SubmitRefusal | undefined }
  /** Nobody knows whether it arrived. `words`: what was answered instead of an answer. */
  | { readonly kind: 'lost'; readonly words?: string }

/** `heldBack`: there is time, and answers are still here. */
export type HandInResult = HandInAnswer | { readonly kind: 'heldBack' }

/** The call itself. */
export type Submit = (cause: HandInCause, parcel: Parcel, packing: Packing) => Promise<HandInAnswer>

/** What the network does not take together it may take in part; the hand-in itself must not hang on one text. */
const packings: readonly Packing[] = ['all', 'unsuspicious', 'nothing']

export async function tryHandIn(
  outbox: Outbox,
  cause: HandInCause,
  via: { submit: Submit; drainMs: number },
): Promise<HandInResult> {
  const { submit, drainMs } = via
  if (drainMs > 0) await outbox.drain(drainMs)
  const isOver = cause !== 'manual' || outbox.view.standing === 'closed'
  if (!isOver && outbox.unheardCount > 0) return { kind: 'heldBack' }
  let least = Number.POSITIVE_INFINITY
  let lost: HandInResult = { kind: 'lost' }
  for (const packing of packings) {
    const parcel = await outbox.pack(packing)
    if (parcel.sent.length >= least) continue
    least = parcel.sent.length
    const answer = await submit(cause, parcel, packing)
    if (answer.kind === 'lost') {
      lost = answer
      continue
    }
    await outbox.takeVerdicts(verdictsOf(answer), parcel)
    if (answer.kind === 'handedIn') await tellRest(outbox, cause, submit)
    return answer
  }
  return lost
}

/** Closed is closed; but what did not arrive in time is told, for the server keeps it as evidence. */
export async function tellRest(outbox: Outbox, cause: HandInCause, submit: Submit): Promise<void> {
  for (const packing of packings) {
    for (let left = outbox.unheardCount; left > 0; left = outbox.unheardCount) {
      const parcel = await outbox.pack(packing)
      if (parcel.sent.length === 0) break
      const answer = await submit(cause, parcel, packing)
      if (answer.kind === 'handedIn') await outbox.takeVerdicts(answer.submission.slots, parcel)
      if (outbox.unheardCount >= left) break
    }
  }
}

function verdictsOf(answer: Exclude<HandInAnswer, { kind: 'lost' }>) {
  return answer.kind === 'handedIn' ? answer.submission.slots : (answer.refusal?.slots ?? [])
}
