import { event } from '@kaopei/server'
import { z } from 'zod'

/** Every piece of news says whose the attempt is: a room above looks whether the kind is one of its own. */
const owned = z.object({ ownerKind: z.string(), ownerId: z.string() })
const ofAttempt = owned.extend({ attemptId: z.string() })

/** Told where the owner asks for it (`Rules.tells`). */
export const attemptOpened = event({ name: 'sitting.attemptOpened', payload: ofAttempt.extend({ staffId: z.string() }) })

/** Told where the owner asks for it: handed in by the person, or by the server. `cause`: `SubmitCause`. */
export const attemptClosed = event({ name: 'sitting.attemptClosed', payload: ofAttempt.extend({ cause: z.string() }) })

/** Told once an attempt's objective questions are scored and a person has to mark the rest. */
export const attemptScored = event({ name: 'sitting.attemptScored', payload: ofAttempt })

/** Told, where the owner asks for it, when results are complete: by the machine alone, or with the last mark. */
export const attemptPublished = event({
  name: 'sitting.attemptPublished',
  payload: owned.extend({ attemptIds: z.array(z.string()) }),
})

/** Told when an attempt is voided and when it is restored: what is open of a voided one is nobody's work. */
export const attemptVoided = event({ name: 'sitting.attemptVoided', payload: ofAttempt.extend({ isVoided: z.boolean() }) })
