import { answerMark } from '@kaopei/contract'
import { vi } from 'vitest'

export interface Seen {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Answer {
  readonly code?: number
  readonly message?: string
  readonly data?: unknown
  readonly status?: number
  /** Answers with this text instead of an envelope. */
  readonly raw?: string
  /** Of what answers in the server's place: there is no mark on it. */
  readonly isForeign?: boolean
  /** Waits for it before answering. */
  readonly after?: Promise<unknown>
}

/** The other end of the network for tests: answers per path, in order, the last one for ever. Everything asked is kept. */
export function serve(answers: Readonly<Record<string, Answer | readonly Answer[]>>): readonly Seen[] {
  const seen: Seen[] = []
  const asked = new Map<string, number>()
  const reply = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers))
    seen.push({ url, method: init.method ?? 'GET', headers, body: typeof init.body === 'string' ? init.body : undefined })
    const path = url.split('?')[0] ?? ''
    const turn = asked.get(path) ?? 0
    asked.set(path, turn + 1)
    const list = [answers[path] ?? { status: 404, code: 404, message: '请求的地址不存在' }].flat()
    const answer = list[Math.min(turn, list.length - 1)] ?? {}
    await stoppable(answer.after, init.signal)
    return responseOf(answer)
  }
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => reply(url, init))
  return seen
}

function responseOf({ code = 0, message = 'success', data = null, status = 200, raw, isForeign = false }: Answer): Response {
  if (raw !== undefined) return new Response(raw, { status, statusText: 'Bad Gateway', headers: { 'content-type': 'text/html' } })
  const headers = { 'content-type': 'application/json', ...(!isForeign && { [answerMark.name]: answerMark.value }) }
  return new Response(JSON.stringify({ code, message, data }), { status, headers })
}

function stoppable(after: Promise<unknown> | undefined, signal: AbortSignal | null | undefined): Promise<unknown> {
  // What has been answered is not stopped any more, however late its limit runs out.
  if (!after && !signal?.aborted) return Promise.resolve()
  const stopped = new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })
  return Promise.race([after ?? stopped, stopped])
}

export const deployment: Answer = {
  data: {
    publicKey: '',
    appKey: 'app-key',
    serverTime: new Date().toISOString(),
    platformTitle: '考培',
    company: { name: '演示企业', logoUrl: null, webIcon: null, domain: 'demo' },
    features: {},
  },
}
