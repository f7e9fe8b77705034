import { openProof, resetLink } from '@kaopei/identity/server'
import { sendTemplate } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import type { Db, Services } from '@kaopei/server'
import { resetLinkHours, type resetWays } from '../../contract/staff.ts'
import { leadingWays } from './leading-ways.ts'

type Way = (typeof resetWays)[number]

const channels = { sms: 1, mail: 2 } as const
const mostOfCompanyDaily = 2_000

interface Person {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
  readonly isEnabled: boolean
}

interface Around {
  readonly actor: { readonly companyId: string }
  readonly db: Db
  readonly now: Date
  readonly services: Services
  readonly limitRate: (key: string, allowed: number, windowSeconds: number) => Promise<void>
}

/** Sends each who has an address a link to a password of their own; answers which ways it went, by person. Disabled people get none. */
export async function sendResetLinks(
  people: readonly Person[],
  wanted: readonly Way[],
  { actor: { companyId }, db, now, services, limitRate }: Around,
): Promise<ReadonlyMap<string, Way[]>> {
  const sent = new Map<string, Way[]>()
  const ways = await leadingWays(db, services, { message: 'passwordReset', wanted })
  if (ways.length === 0) return sent
  await limitRate(`reset-links:${companyId}`, mostOfCompanyDaily, 86_400)
  const site = await companySite(db, services)
  const validUntil = new Date(now.getTime() + resetLinkHours * 3_600_000)
  for (const person of people) {
    const addresses = { sms: person.phone, mail: person.email }
    const own = ways.filter((way) => addresses[way] !== null)
    if (!person.isEnabled || own.length === 0) continue
    const { id, name: staffName, loginAccount: account } = person
    const proof = await openProof(db, id, { now, expiresAt: validUntil })
    const variables = { staffName, account, resetLink: resetLink(site, { account, proof }), validUntil }
    for (const way of own) {
      const address = addresses[way] ?? ''
      await sendTemplate(db, services, { companyId, key: 'passwordReset', channel: channels[way], address, variables })
    }
    sent.set(id, own)
  }
  return sent
}
