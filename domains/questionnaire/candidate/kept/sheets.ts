/** Unfinished sheets in this browser, and anonymous ones on their way. */
import { type Answers, answers as schema } from '../../contract/answers.ts'
import { findKept, forget, keep } from './store.ts'

export interface KeptSheet {
  readonly answers: Answers
  /** Random orders are made of it. */
  readonly seed: string
  /** Names this sheet to the server without naming anybody; made once. */
  readonly secret: string
  /** Of a named one: the server's version that it was written upon. */
  readonly partialVersion: number
  /** Of an anonymous one that was handed in and is not known to have arrived. */
  readonly isOnItsWay: boolean
  /** Of an anonymous one: the ticket was got with this secret, so this browser alone can still hand in. */
  readonly hasTicket?: boolean
}

/** Of whom and of what: one browser may serve several people. */
export const ownKey = (staffId: string, questionnaireId: string) => `own.${staffId}.${questionnaireId}`
export const linkKey = (questionnaireId: string) => `link.${questionnaireId}`

/** 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function newSheet(answers: Answers = {}, seed = newSecret().slice(0, 16), partialVersion = 0): KeptSheet {
  return { answers, seed, secret: newSecret(), partialVersion, isOnItsWay: false }
}

export const keepSheet = (key: string, sheet: KeptSheet): Promise<void> => keep(key, sheet)
export const forgetSheet = (key: string): Promise<void> => forget(key)

export async function findSheet(key: string): Promise<KeptSheet | undefined> {
  const kept = await findKept(key)
  return isSheet(kept) ? kept : undefined
}

/** What an older client kept otherwise is left alone. */
function isSheet(value: unknown): value is KeptSheet {
  if (typeof value !== 'object' || value === null) return false
  if (!('answers' in value && 'seed' in value && 'secret' in value && 'partialVersion' in value && 'isOnItsWay' in value))
    return false
  const isText = typeof value.seed === 'string' && typeof value.secret === 'string'
  return isText && typeof value.partialVersion === 'number' && schema.safeParse(value.answers).success
}
