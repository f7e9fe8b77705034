import type { FastifyInstance, FastifyReply } from 'fastify'
import { NoTurn } from '../jobs/turns.ts'
import { isDatabaseError } from './failure.ts'

/** Trouble that passes without anybody changing the call. storage: nothing can be written just now; busy: everything else. */
export type Trouble = 'storage' | 'busy'

const answers = {
  storage: { text: '服务器暂时无法保存，请稍后重试；如持续出现请联系管理员检查存储空间', retryAfterSeconds: 3 },
  busy: { text: '系统繁忙，请稍后重试', retryAfterSeconds: 1 },
} as const

// Classes of SQLSTATE: 08 connection, 53 resources, 57 somebody intervened (shutdown, crash, a statement that took too long), 58 the machine.
const storageStates = /^(?:53100|25006|58...)$/
const busyStates = /^(?:08...|53...|57...|40001|40P01|55P03)$/
const storageCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])
const busyCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
])
const lostConnection = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** What kind of trouble an error is; undefined: a mistake of the call or of the program. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof NoTurn) return 'busy'
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (storageCodes.has(code)) return 'storage'
  if (busyCodes.has(code) || lostConnection.test(error.message)) return 'busy'
  // The database's socket file; any other file that is missing is a mistake.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'busy' : undefined
  if (!isDatabaseError(error)) return undefined
  if (storageStates.test(code)) return 'storage'
  return busyStates.test(code) ? 'busy' : undefined
}

export function unavailableAnswer(trouble: Trouble) {
  const { text, retryAfterSeconds } = answers[trouble]
  return { code: 9999, message: text, data: { reason: trouble, retryAfterSeconds } }
}

/** 503 in the envelope, with the time to come again. */
export function sendUnavailable(reply: FastifyReply, trouble: Trouble): FastifyReply {
  const answer = unavailableAnswer(trouble)
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('retry-after', String(answer.data.retryAfterSeconds))
    .send(answer)
}

/** The connection ends with the answer, where it is a request's own: HTTP/2 has no such header, and ends its connections itself. */
export function endConnection(reply: FastifyReply): FastifyReply {
  return reply.request.raw.httpVersionMajor === 1 ? reply.header('connection', 'close') : reply
}

/** What still comes in on open connections while the server stops goes away with an answer that every client understands. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (isClosing) await sendUnavailable(endConnection(reply), 'busy')
  })
}

const recentMs = 5000

/** Whether this process has lately been unable to write. */
export class StorageTrouble {
  #at = Number.NEGATIVE_INFINITY

  note(trouble: Trouble): void {
    if (trouble === 'storage') this.#at = performance.now()
  }

  isRecent(): boolean {
    return performance.now() - this.#at < recentMs
  }
}
