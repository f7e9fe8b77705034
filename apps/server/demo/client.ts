import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { appKeyOf, sign } from '@kaopei/server'
import type { FastifyInstance } from 'fastify'

/** A client inside the process: the seed goes through the same calls, rights and rules as everybody. */
export class DemoClient {
  readonly #app: FastifyInstance
  readonly #now: () => Date
  #token: string | undefined
  #key: string

  constructor(app: FastifyInstance, secret: string, now: () => Date) {
    this.#app = app
    this.#now = now
    this.#key = appKeyOf(secret)
  }

  /** From here on calls are made in this session. */
  enter(session: { token: string; signKey: string }): void {
    this.#token = session.token
    this.#key = session.signKey
  }

  async call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>> {
    const method = endpoint.facts.method ?? 'POST'
    const isGet = method === 'GET'
    const query =
      isGet && input ? `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}` : ''
    const url = `${endpoint.facts.path}${query}`
    const timestamp = String(this.#now().getTime())
    const response = await this.#app.inject({
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
    const answer = response.json<{ code: number; message: string; data: OutputOf<E> }>()
    if (answer.code !== 0) throw new Error(`${url} answered ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
}

/** The password as the login expects it: RSA-OAEP with SHA-256 under the deployment's key, in base64. */
export function encryptPassword(publicKeyBase64: string, password: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKeyBase64, 'base64'), format: 'der', type: 'spki' })
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(password)).toString('base64')
}
