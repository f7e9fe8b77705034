import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Db, emit, type Services } from '@kaopei/server'
import { messageWanted } from '../events.ts'
import { type Channel, workingChannels } from './channels.ts'
import { countCodeFailure, findOpenCode, insertTicket, markUsed, type OpenCode, type TicketKind } from './ticket.sql.ts'

const codeMinutes = 10
const guessesPerCode = 5
export const secondsBetweenCodes = 60

/** The channels by which codes reach people. */
export function channelsOfCodes(db: Db, services: Services): Promise<readonly Channel[]> {
  return workingChannels(db, services, 'verifyCode')
}

export function codeExpiry(now: Date): Date {
  return new Date(now.getTime() + codeMinutes * 60_000)
}

/** What a code is for, in words for people. */
const purposes = { bind: '绑定或解绑联系方式', reset: '找回登录密码', link: '打开发给您的专用链接' } as const

interface WantedCode {
  readonly companyId: string
  readonly kind: keyof typeof purposes
  readonly accountId: string
  readonly channel: 1 | 2
  readonly address: string
  readonly now: Date
  /** The same id again sends nothing again. */
  readonly ticketId?: string
}

/** Makes a six-digit code for an address and asks for its message, both in the transaction. */
export async function sendCode(db: Db, secret: string, wanted: WantedCode): Promise<Date> {
  const { companyId, kind, accountId, channel, address, now } = wanted
  const id = wanted.ticketId ?? randomUUID()
  const pin = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const expiresAt = codeExpiry(now)
  const isNew = await insertTicket(db, {
    companyId,
    id,
    kind,
    accountId,
    address,
    secretHash: hashOf(secret, id, pin),
    now,
    expiresAt,
  })
  if (!isNew) return expiresAt
  await emit(db, messageWanted, companyId, {
    channel,
    address,
    purpose: purposes[kind],
    code: pin,
    minutes: codeMinutes,
    dedupeKey: `identity-code:${id}`,
  })
  return expiresAt
}

/** Where there is no code, or none that still counts, the same is done as for one: how long it takes tells nothing. */
const noCode: OpenCode = {
  id: '00000000-0000-0000-0000-000000000000',
  address: '',
  secretHash: '0'.repeat(64),
  failures: guessesPerCode,
}

/**
 * True when the pin is that of the account's open code, sent to `address`; the code is used up then. A wrong one is counted, and after five
 * the code is dead: the caller must keep what was written (`refuse`).
 */
export async function isRightCode(
  db: Db,
  secret: string,
  given: { companyId: string; kind: TicketKind; accountId: string; address?: string; pin: string; now: Date },
): Promise<boolean> {
  const code = (await findOpenCode(db, given)) ?? noCode
  const isSame = timingSafeEqual(Buffer.from(hashOf(secret, code.id, given.pin)), Buffer.from(code.secretHash))
  const isDead = code.failures >= guessesPerCode
  if (!isSame || isDead || (given.address !== undefined && given.address !== code.address)) {
    await countCodeFailure(db, { id: code.id, most: guessesPerCode })
    return false
  }
  await markUsed(db, code.id, given.now)
  return true
}

/** Six digits are guessed fast from a plain hash; the deployment's secret is not in the database. */
function hashOf(secret: string, id: string, pin: string): string {
  return createHmac('sha256', secret).update(`code:${id}:${pin}`).digest('hex')
}
