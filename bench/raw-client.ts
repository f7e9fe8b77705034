import { connect, type Socket } from 'node:net'
import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { hashToken, sign, signKeyOf } from '@kaopei/server'

export interface Caller {
  readonly token: string
  readonly signKey: string
}

/** A signed-in person made from a token; its hash belongs in identity.session. */
export function callerOf(secret: string, token: string): Caller & { readonly tokenHash: string } {
  return { token, signKey: signKeyOf(secret, token), tokenHash: hashToken(token) }
}

export interface Answered {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: unknown
  /** From writing the request until the last byte of the answer. */
  readonly ms: number
  readonly bytes: number
}

const timeoutMs = 60_000

/**
 * One kept-alive HTTP/1.1 connection that signs its calls, one at a time: as little of the machine as possible goes into asking.
 * Answers must have a content-length, which the server's JSON answers have.
 */
export class RawClient {
  readonly #port: number
  #socket: Socket
  #waiting: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | undefined
  #chunks: Buffer[] = []
  #have = 0
  #want = 0
  #isClosed = false
  #stamped = 0
  #isOver = false

  constructor(socket: Socket, port: number) {
    this.#port = port
    this.#socket = socket
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      this.#isClosed = true
      this.#fail(new Error('the server closed the connection'))
    })
  }

  static async open(port: number): Promise<RawClient> {
    return new RawClient(await connected(port), port)
  }

  /** The data of a call that must succeed, with its time. */
  async get<E extends Endpoint>(caller: Caller, endpoint: E, input: InputOf<E>): Promise<{ data: OutputOf<E>; ms: number }> {
    const { code, message, data, ms, status } = await this.call(caller, endpoint, input)
    if (code !== 0)
      throw new Error(`${endpoint.facts.path} answered ${status} ${code} ${message} ${JSON.stringify(data)?.slice(0, 500)}`)
    return { data: data as OutputOf<E>, ms } // the server has parsed it by the same schema
  }

  async call(caller: Caller, { facts }: Endpoint, input: unknown): Promise<Answered> {
    this.#stamped = Math.max(Date.now(), this.#stamped + 1)
    const timestamp = String(this.#stamped)
    const method = facts.method ?? 'POST'
    const body = JSON.stringify(input ?? {})
    const signature = sign(caller.signKey, { method, url: facts.path, timestamp, body: input ?? {} })
    const head = `${method} ${facts.path} HTTP/1.1\r\nhost: demo\r\ncontent-type: application/json\r\ntoken: ${caller.token}\r\ntimestamp: ${timestamp}\r\nsign: ${signature}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    return this.#ask(head + body)
  }

  /** A call that nobody signs, of the bare server. */
  async plain(path: string, input: unknown): Promise<Answered> {
    const body = JSON.stringify(input)
    const head = `POST ${path} HTTP/1.1\r\nhost: demo\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    const answered = await this.#ask(head + body)
    if (answered.code !== 0) throw new Error(`the bare server answered ${answered.code} ${answered.message}`)
    return answered
  }

  async #ask(request: string): Promise<Answered> {
    const begun = performance.now()
    if (this.#isClosed && !this.#isOver) await this.#reopen()
    const answer = await this.#send(request)
    const ms = performance.now() - begun
    const end = answer.indexOf('\r\n\r\n')
    const parsed: { code: number; message: string; data: unknown } = JSON.parse(answer.toString('utf8', end + 4))
    return { ...parsed, status: Number(answer.toString('latin1', 9, 12)), ms, bytes: answer.length }
  }

  close(): void {
    this.#isOver = true
    this.#socket.destroy()
  }

  /** The server ends connections on which nothing was asked for a while. */
  async #reopen(): Promise<void> {
    this.#socket = await connected(this.#port)
    this.#isClosed = false
    this.#listen(this.#socket)
  }

  #send(request: string): Promise<Buffer> {
    if (this.#waiting) throw new Error('this connection is busy')
    if (this.#isClosed) return Promise.reject(new Error('the connection is closed'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(new Error('no answer in time')), timeoutMs)
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer)
          end(value)
        }
      this.#waiting = { resolve: settle(resolve), reject: settle(reject) }
      this.#socket.write(request)
    })
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#have += chunk.length
    if (this.#want === 0) {
      const start = Buffer.concat(this.#chunks)
      const end = start.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(start.toString('latin1', 0, end))?.[1]
      if (length === undefined) {
        this.#fail(new Error('an answer without a length'))
        return
      }
      this.#chunks = [start]
      this.#want = end + 4 + Number(length)
    }
    if (this.#have < this.#want) return
    const answer = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#have = 0
    this.#want = 0
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

/** Runs `work` on every item, at most `width` at once. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
}
