/** Calls of a virtual candidate: over HTTP, signed, through the address that people use. */
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Endpoint, OutputOf } from '@kaopei/contract'
import type { VirtualSession } from '@kaopei/identity/server'
import { databaseNow, sign } from '@kaopei/server'
import { z } from 'zod'

const timeoutMs = 30_000
const mostSockets = 1024
const mostBytes = 8 * 1024 * 1024
const envelope = z.object({ code: z.int(), message: z.string(), data: z.unknown() })

/** Why a call came to nothing, in words. */
export class CallFailure extends Error {}

export class VirtualClient {
  readonly #site: URL
  /** As it was said: names under localhost are known to browsers, and to nobody else. */
  readonly #host: string
  readonly #agent: PlainAgent

  constructor(site: string) {
    this.#site = new URL(site)
    this.#host = this.#site.host
    const isOwnMachine = /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(this.#site.hostname)
    if (isOwnMachine) this.#site.hostname = '127.0.0.1'
    const options = { keepAlive: true, maxSockets: mostSockets, timeout: timeoutMs }
    const isSecure = this.#site.protocol === 'https:'
    // A certificate for localhost is nobody's: without a public address the call does not leave this machine.
    this.#agent = isSecure ? new SecureAgent({ ...options, rejectUnauthorized: !isOwnMachine }) : new PlainAgent(options)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** The data of a call that was answered; anything else is thrown as `CallFailure`. */
  async call<E extends Endpoint>(
    { token, signKey }: VirtualSession,
    { facts: { path }, output }: E,
    input: unknown,
  ): Promise<OutputOf<E>> {
    const timestamp = String(databaseNow().getTime())
    const headers = {
      host: this.#host,
      timestamp,
      token,
      authorization: `Bearer ${token}`,
      sign: sign(signKey, { method: 'POST', url: path, timestamp, body: input }),
      'content-type': 'application/json',
      'user-agent': 'kaopei-rehearsal',
    }
    const { status, text } = await this.#post(path, headers, JSON.stringify(input))
    const answer = envelope.safeParse(parsed(text)).data
    if (!answer) throw new CallFailure(`服务器应答异常（HTTP ${status}）`)
    if (answer.code !== 0) throw new CallFailure(`被拒绝：${answer.message || answer.code}`)
    return output.parse(answer.data) as OutputOf<E> // parsed by the very schema
  }

  #post(path: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }> {
    const send = this.#site.protocol === 'https:' ? secureRequest : plainRequest
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', agent: this.#agent, headers, timeout: timeoutMs }
      const request = send(new URL(path, this.#site), options, (response) => read(response, resolve, reject))
      request.on('timeout', () => request.destroy(new CallFailure('超时（30 秒未应答）')))
      request.on('error', (error) => reject(error instanceof CallFailure ? error : new CallFailure(connectionWords(error))))
      request.end(body)
    })
  }
}

function read(
  response: IncomingMessage,
  resolve: (answer: { status: number; text: string }) => void,
  reject: (error: CallFailure) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > mostBytes) response.destroy(new CallFailure('应答过大'))
    chunks.push(chunk)
  })
  response.on('error', () => reject(new CallFailure('连接中断')))
  response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function connectionWords(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return '连接不上系统网址，请检查 KAOPEI_PUBLIC_URL'
  return code === 'ECONNRESET' ? '连接被中断' : '网络连接失败'
}
