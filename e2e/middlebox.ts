/**
 * What stands between a browser and the server in somebody's network: it passes everything on, until it is told to refuse, to cut or to be
 * gone. A service worker's calls go through it like all others, and the browser needs no emulation of being offline.
 */
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inject } from 'vitest'

export interface Passing {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly body: string
}

/** `undefined`: it passes. A status: the middlebox answers with a page of its own. `cut`: the connection ends without an answer. */
export type Refusal = number | 'cut' | undefined

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export class Middlebox {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #port = 0
  /** What does not pass. */
  refuses: (passing: Passing) => Refusal = () => undefined
  /** What arrives changed: another address on the way there, another answer on the way back. */
  rewrites: { url?: (url: string) => string; answer?: (url: string, answered: Answered) => Answered } = {}

  constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const body = Buffer.concat(chunks)
        const { method = 'GET', url = '/', headers } = incoming
        this.#pass({ method, url, body: body.toString() }, headers, body, outgoing)
      })
    })
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  /** Answers its address; the same one every time. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.#port = isAddress(address) ? address.port : 0
    return `http://127.0.0.1:${this.#port}`
  }

  /** Gone: nobody listens, and what was open is cut. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #pass(passing: Passing, headers: IncomingHttpHeaders, body: Buffer, outgoing: ServerResponse): void {
    const refusal = this.refuses(passing)
    if (refusal === 'cut') {
      outgoing.destroy()
      return
    }
    if (refusal !== undefined) {
      outgoing.writeHead(refusal, { 'content-type': 'text/html' }).end('<html><body>blocked</body></html>')
      return
    }
    const path = this.rewrites.url?.(passing.url) ?? passing.url
    const { hostname, port } = this.#target
    const onward = request({
      hostname,
      port,
      path,
      method: passing.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const given = { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }
        const { status, headers: said, body: told } = this.rewrites.answer?.(passing.url, given) ?? given
        const { 'transfer-encoding': _, 'content-length': __, ...rest } = said
        outgoing.writeHead(status, { ...rest, 'content-length': told.length }).end(told)
      })
    })
    onward.end(body)
  }
}

/** A middlebox before the product, for one test. */
export async function behindMiddlebox(work: (middlebox: Middlebox, baseUrl: string) => Promise<void>): Promise<void> {
  const middlebox = new Middlebox(inject('baseUrl'))
  try {
    await work(middlebox, await middlebox.open())
  } finally {
    await middlebox.close()
  }
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
