import { answerMark, type Endpoint } from '@kaopei/contract'
import { ApiError, apiCodes, isRecord } from './api-error.ts'
import { appKey } from './app-key.ts'
import { rebaseClock, serverNow } from './clock.ts'
import { lastOperationTime } from './last-operation.ts'
import { orgDomain } from './org-domain.ts'
import { type SessionFacts, session } from './session.ts'
import { signCall } from './sign.ts'

export const requestTimeoutMs = 30_000
export const exportTimeoutMs = 50_000

export interface Sent {
  readonly method: 'GET' | 'POST'
  /** Path with query, as it is signed. */
  readonly url: string
  /** JSON, or a form; undefined sends no body. */
  readonly text: string | undefined
  /** What is signed as the body. */
  readonly body: unknown
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly outlivesPage?: boolean
  /** `nobody`: nothing of the call says who makes it, though somebody is signed in. */
  readonly as?: SessionFacts | 'nobody'
}

/** The request of one call: path parameters filled from the input, the rest as query (GET), form or JSON. */
export function requestOf(endpoint: Endpoint, input: unknown): Sent {
  const method = endpoint.facts.method ?? 'POST'
  const rest = isRecord(input) ? { ...input } : input
  const path = endpoint.facts.path.replace(/:(\w+)/g, (_match, name: string) => {
    if (!isRecord(rest)) return ''
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  const { carries } = endpoint.facts
  if (method === 'GET' || carries === 'query') return { method, url: path + queryOf(rest), text: undefined, body: undefined }
  if (carries === 'form') {
    const form = new URLSearchParams(queryOf(rest))
    return { method, url: path, text: form.toString(), body: Object.fromEntries(form) }
  }
  const isEmpty = rest === undefined || rest === null
  const text = isEmpty ? undefined : JSON.stringify(rest)
  // Signed as it will be parsed: dates, NaN and undefined have their JSON form by then.
  return { method, url: path, text, body: text === undefined ? undefined : JSON.parse(text) }
}

function queryOf(input: unknown): string {
  if (!isRecord(input)) return ''
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  const text = query.toString()
  return text && `?${text}`
}

/** Sends one call with all headers of the protocol. A clock that is off is set right and the call made once more. */
export async function send(endpoint: Endpoint, sent: Sent, options: SendOptions = {}): Promise<Response> {
  const first = await fetchOnce(endpoint, sent, options)
  const serverTime = await clockCorrection(first)
  if (serverTime === undefined) return first
  rebaseClock(serverTime)
  return fetchOnce(endpoint, sent, options)
}

async function clockCorrection(response: Response): Promise<string | undefined> {
  if (!isOfServer(response)) return undefined
  // Looking into every answer would parse big ones twice; the refusal is short.
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > 2_000) return undefined
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!isRecord(answer) || answer.code !== apiCodes.clockOff || !isRecord(answer.data)) return undefined
  return typeof answer.data.serverTime === 'string' ? answer.data.serverTime : undefined
}

async function fetchOnce(endpoint: Endpoint, sent: Sent, options: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? (endpoint.facts.download ? exportTimeoutMs : requestTimeoutMs))
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    return await fetch(sent.url, {
      method: sent.method,
      headers: { ...headersOf(endpoint, sent, options.as), ...options.headers },
      body: sent.text ?? null,
      signal,
      cache: 'no-store',
      credentials: 'omit',
      ...(options.outlivesPage && { keepalive: true }),
    })
  } catch (error) {
    if (options.signal?.aborted) throw new ApiError(apiCodes.cancelled, '请求已取消')
    if (timeout.aborted) throw new ApiError(apiCodes.timedOut, '请求超时，请稍后重试')
    throw new ApiError(apiCodes.unreachable, '网络连接失败，请检查网络后重试', error)
  }
}

function headersOf(endpoint: Endpoint, sent: Sent, as: SendOptions['as']): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const isForm = endpoint.facts.carries === 'form'
  if (sent.text !== undefined) headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return Object.assign(headers, protocolHeaders(sent, endpoint, as))
}

let lastStamp = 0

/** Two calls within one millisecond would be the same bytes, and the second be taken for a copy of the first. A clock set back starts anew. */
function stampApart(): string {
  const now = Math.round(serverNow())
  lastStamp = now > lastStamp || now < lastStamp - 1000 ? now : lastStamp + 1
  return String(lastStamp)
}

/** The signed headers; uploads outside `call` use them too. */
export function protocolHeaders(
  sent: { method: string; url: string; body: unknown },
  endpoint?: Pick<Endpoint, 'facts'>,
  as: SessionFacts | 'nobody' | undefined = session.get(),
): Record<string, string> {
  const login = as === 'nobody' ? undefined : as
  const timestamp = stampApart()
  const isPublic = endpoint?.facts.access === 'public'
  const key = isPublic ? appKey() : login?.signKey
  const domain = orgDomain()
  return {
    timestamp,
    ...(as !== 'nobody' && { 'last-operation-time': String(Math.round(lastOperationTime() + serverNow() - Date.now())) }),
    ...(domain && { 'org-domain': domain }),
    ...(login && { authorization: `Bearer ${login.token}`, token: login.token }),
    ...(key && !endpoint?.facts.unsigned && { sign: signCall(key, { ...sent, timestamp }) }),
  }
}

/** JSON alone tells nothing: a filter on the way may answer with a `code` of its own. */
const isOfServer = ({ headers }: Response) =>
  headers.get(answerMark.name) === answerMark.value && (headers.get('content-type')?.includes('json') ?? false)

/** The data of an answer, or an ApiError with its code. */
export async function dataOf(response: Response): Promise<unknown> {
  const answer: unknown = isOfServer(response) ? await readJson(response) : undefined
  if (isRecord(answer) && typeof answer.code === 'number') {
    if (answer.code === 0) return answer.data
    throw new ApiError(answer.code, String(answer.message ?? ''), answer.data, response.status)
  }
  throw new ApiError(response.status, httpText(response), null, response.ok ? 502 : response.status, true)
}

/** An answer that is not the server's envelope comes from something on the way, or from a server that is starting or stopping. */
function httpText({ status, ok }: Response): string {
  if (ok) return '服务器没有正确应答，请稍后重试'
  switch (status) {
    case 401:
    case 403:
      return '请求被拒绝，可能被网络安全设备拦截，请联系管理员'
    case 404:
      return '访问的内容不存在，请刷新页面后重试'
    case 408:
    case 504:
      return '服务器响应超时，请稍后重试'
    case 413:
      return '提交的内容过大，请减少后重试'
    case 429:
      return '操作过于频繁，请稍后再试'
    case 502:
    case 503:
      return '服务器暂时无法处理，请稍后重试'
  }
  return status >= 500 ? '服务器出现错误，请稍后重试' : '请求未被接受，请刷新页面后重试'
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new ApiError(apiCodes.timedOut, '请求超时，请稍后重试')
    if (error instanceof DOMException && error.name === 'AbortError') throw new ApiError(apiCodes.cancelled, '请求已取消')
    throw new ApiError(apiCodes.unreachable, '网络连接中断，请重试', error)
  }
}
