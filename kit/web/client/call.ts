import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { appKey } from './app-key.ts'
import { assemblyInfo } from './assembly-info.ts'
import { report, reportSilently } from './error-policy.ts'
import { readOnce, writeOnce } from './in-flight.ts'
import { askedAgain } from './patience.ts'
import { randomId } from './random-id.ts'
import { dataOf, requestOf, type SendOptions, send } from './request.ts'
import type { SessionFacts } from './session.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Show nothing on failure; the caller handles the error. Codes that end the session still do. */
  readonly silent?: boolean
  /** Creating calls get one by themselves; give your own to make a repeated try the same call. */
  readonly idempotencyKey?: string
  /** Share the answer of an identical read that is under way instead of replacing it. */
  readonly join?: boolean
  /** A read that is asked again by itself while the server is busy: what stands between somebody and their exam. */
  readonly isPatient?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** Goes on when the page goes away: for the last word of a page, at most 64 KiB. */
  readonly outlivesPage?: boolean
  /** In this session instead of the one that is open, for ending it; as nobody, for what is said without a name. */
  readonly as?: SessionFacts | 'nobody'
}

/** Inputs without a required field may be left out. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/** Makes one call of the protocol. Answers the envelope's data, or throws ApiError after showing it as its code asks for. */
export function call<E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<OutputOf<E>> {
  return callUntyped(endpoint, input, options)
}

/** `call` for code that is generic over endpoints and has checked its input elsewhere. */
export async function callUntyped<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  try {
    await knowKey(endpoint)
    // The server answers through this very schema, so the data has its output type; parsing again would transform twice.
    return (await dataFor(endpoint, input, options)) as OutputOf<E>
  } catch (error) {
    if (options.silent) reportSilently(error, endpoint.facts.path)
    else report(error, endpoint.facts.path)
    throw error
  }
}

/** Public calls are signed with the key of /init/assemblyInfo, which must have come by then. */
export async function knowKey(endpoint: Endpoint): Promise<void> {
  if (endpoint.facts.access === 'public' && !endpoint.facts.unsigned && appKey() === undefined) await assemblyInfo()
}

function dataFor(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<unknown> {
  const sent = requestOf(endpoint, input)
  const run = (signal: AbortSignal | undefined) =>
    send(endpoint, sent, { ...sendOptions(endpoint, options), signal }).then(dataOf)
  const { audit } = endpoint.facts
  const key = `${sent.method} ${sent.url} ${sent.text ?? ''}`
  if (audit === 'read') {
    const read = options.isPatient ? (signal: AbortSignal) => askedAgain(() => run(signal), signal) : run
    return readOnce(key, options.join ?? false, options.signal, read)
  }
  // What keeps its own trail (an answer that is saved again) knows its repetitions by their numbers.
  return audit === 'ownTrail' ? run(options.signal) : writeOnce(key, isCreating(endpoint), () => run(options.signal))
}

function sendOptions(endpoint: Endpoint, options: CallOptions): SendOptions {
  const key = options.idempotencyKey ?? (isCreating(endpoint) ? randomId() : undefined)
  return {
    headers: { ...options.headers, ...(key && { 'idempotency-key': key }) },
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    ...(options.outlivesPage && { outlivesPage: true }),
    ...(options.as && { as: options.as }),
  }
}

export function isCreating(endpoint: Endpoint): boolean {
  const { audit } = endpoint.facts
  return typeof audit === 'object' && audit.action === 'create'
}
