import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { appKeyOf, sign } from '@kaopei/server'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Carries a call to a server, in this process or another, and brings the envelope back. */
export type Transport = (request: Request) => Promise<{ readonly status: number; readonly body: string }>

interface Envelope<Data> {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: Data
}

/** A client that signs as every client does: the seed and the fault tests go through the same calls, rights and rules as everybody. */
export class DemoClient {
  readonly #transport: Transport
  readonly #now: () => Date
  #token: string | undefined
  #key: string
  #stamped = 0

  constructor(transport: Transport, secret: string, now: () => Date) {
    this.#transport = transport
    this.#now = now
    this.#key = appKeyOf(secret)
  }

  /** From here on calls are made in this session. */
  enter(session: { token: string; signKey: string }): void {
    this.#token = session.token
    this.#key = session.signKey
  }

  /** The data of a call that must succeed. */
  async call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>> {
    const answer = await this.send(endpoint, input)
    if (answer.code !== 0)
      throw new Error(`${endpoint.facts.path} answered ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
    return answer.data
  }

  /** Each call's own, also where the clock stands: the same bytes again would be a copy of the same call. The seed travels in time. */
  #stamp(): string {
    const now = this.#now().getTime()
    const isTravelling = Math.abs(now - this.#stamped) > 10_000
    this.#stamped = isTravelling ? now : Math.max(now, this.#stamped + 1)
    return String(this.#stamped)
  }

  /** The envelope, whatever it says. */
  async send<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<Envelope<OutputOf<E>>> {
    const method = endpoint.facts.method ?? 'POST'
    const isGet = method === 'GET'
    const query =
      isGet && input ? `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}` : ''
    const url = `${endpoint.facts.path}${query}`
    const timestamp = this.#stamp()
    const response = await this.#transport({
      method,
      url,
      headers: {
        timestamp,
        sign: sign(this.#key, { method, url, timestamp, body: isGet ? undefined : input }),
        'org-domain': 'demo',
        ...(this.#token && { token: this.#token, authorization: `Bearer ${this.#token}` }),
        ...(!isGet && input !== undefined && { 'content-type': 'application/json' }),
      },
      ...(!isGet && input !== undefined && { payload: JSON.stringify(input) }),
    })
    const envelope: Omit<Envelope<OutputOf<E>>, 'status'> = JSON.parse(response.body)
    return { ...envelope, status: response.status }
  }
}
