import { randomBytes } from 'node:crypto'
import { mayActOn, type PasswordKeys, readNewPassword, setPassword } from '@kaopei/identity/server'
import { sendTemplate } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import { type Context, type Db, type Handlers, hashToken, implement, type Module, type Services } from '@kaopei/server'
import { invitationErrors } from '../../contract/errors.ts'
import { acceptance, type invitation, invitationDays, minutesBetweenInvitations } from '../../contract/invitation.ts'
import { invitationProblem, nextInvitationAt } from '../rules/may-invite.ts'
import { chosenStaff } from '../staff/change.service.ts'
import { readableTo, shownNamed } from '../staff/list.service.ts'
import {
  companyOfInvitation,
  findOpenInvitation,
  type Invitable,
  insertInvitations,
  type OpenInvitation,
  selectInvitable,
  setInvitationUsed,
} from './invitation.sql.ts'
import { leadingWays } from './leading-ways.ts'

const sms = 1
const mail = 2
const mostOfCompanyDaily = 20_000

interface Invited {
  readonly person: Invitable
  readonly token: string
  readonly smsAddress: string | null
  readonly mailAddress: string | null
}

interface Link {
  readonly url: string
  readonly validUntil: Date
}

type Wanted = Parameters<Handlers<typeof invitation>['invite']>[0]

/** A new link for each who may have one; why not, for the others. */
function planInvitations(people: readonly Invitable[], allowed: ReadonlySet<string>, ways: Wanted['ways'], now: Date) {
  const invited: Invited[] = []
  const skipped: { person: Invitable; reason: string }[] = []
  for (const person of people) {
    const problem =
      (allowed.has(person.id) ? null : '拥有您没有的权限，只能由管理员邀请') ??
      invitationProblem(person) ??
      (nextInvitationAt(person, now) && `${minutesBetweenInvitations}分钟内已邀请过`)
    const smsAddress = ways.includes('sms') ? person.phone : null
    const mailAddress = ways.includes('mail') ? person.email : null
    const hasWay = ways.includes('link') || smsAddress !== null || mailAddress !== null
    if (problem) skipped.push({ person, reason: problem })
    else if (!hasWay) skipped.push({ person, reason: ways.includes('sms') ? '没有手机号和邮箱' : '没有邮箱' })
    else invited.push({ person, token: randomBytes(32).toString('base64url'), smsAddress, mailAddress })
  }
  return { invited, skipped }
}

async function sendLink(
  db: Db,
  services: Services,
  companyId: string,
  { person, smsAddress, mailAddress }: Invited,
  { url: inviteLink, validUntil }: Link,
) {
  const variables = { staffName: person.name, inviteLink, validUntil }
  const message = { companyId, key: 'staffInvite', variables } as const
  if (smsAddress !== null) await sendTemplate(db, services, { ...message, channel: sms, address: smsAddress })
  if (mailAddress !== null) await sendTemplate(db, services, { ...message, channel: mail, address: mailAddress })
}

export const invitationHandlers: Handlers<typeof invitation> = {
  invite: async ({ ids: wanted, ways: wantedWays }, { actor, db, fail, now, limitRate, record, scope, services }) => {
    const { companyId } = actor
    const ways = await leadingWays(db, services, { message: 'staffInvite', wanted: wantedWays })
    if (ways.length === 0) return fail(invitationErrors.noWay)
    const { ids, outOfScopeCount } = await chosenStaff(db, scope, wanted, fail)
    await limitRate(`invite:${companyId}`, mostOfCompanyDaily, 86_400)
    const allowed = await mayActOn(db, actor, ids)
    const people = await selectInvitable(db, ids)
    const { invited, skipped } = planInvitations(people, allowed, ways, now)
    const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
    const rows = invited.map(({ person, token, ...addresses }) => ({
      staffId: person.id,
      tokenHash: hashToken(token),
      ...addresses,
    }))
    await insertInvitations(db, rows, { by: actor.staffId, now, expiresAt })
    const site = await companySite(db, services)
    // What stands behind # never reaches a server's log.
    const urlOf = ({ token }: Invited) => `${site}/acceptInvitation#${token}`
    for (const one of invited) {
      await sendLink(db, services, companyId, one, { url: urlOf(one), validUntil: expiresAt })
      record({ targetId: one.person.id, targetName: one.person.name, after: { ways, expiresAt } })
    }
    const isReadable = await readableTo(db, actor, people)
    const named = (person: Invitable) => ({ id: person.id, ...shownNamed(person, isReadable(person.id)) })
    return {
      count: invited.length,
      outOfScopeCount,
      links: ways.includes('link') ? invited.map((one) => ({ ...named(one.person), url: urlOf(one) })) : [],
      skipped: skipped.map(({ person, reason }) => ({ ...named(person), reason })),
      expiresAt,
    }
  },

  getInviteTime: async ({ ids: wanted }, { actor, db, fail, now, scope }) => {
    const { ids } = await chosenStaff(db, scope, wanted, fail)
    const people = await selectInvitable(db, ids)
    const isReadable = await readableTo(db, actor, people)
    const list = people.map((person) => ({
      id: person.id,
      name: person.name,
      nameAccount: shownNamed(person, isReadable(person.id)).nameAccount,
      lastSentAt: person.lastSentAt,
      expiresAt: person.expiresAt,
      usedAt: person.usedAt,
      nextAt: nextInvitationAt(person, now),
      hasPhone: person.phone !== null,
      hasEmail: person.email !== null,
      problem: invitationProblem(person),
    }))
    return { validDays: invitationDays, intervalMinutes: minutesBetweenInvitations, list }
  },
}

type AcceptanceContext = Pick<
  Context<(typeof acceptance)['check']>,
  'db' | 'enterCompany' | 'fail' | 'limitRate' | 'now' | 'request'
>

/** Enters the company of a link; a link that never was, is used, over or replaced all end alike. */
async function openInvitation(
  token: string,
  { db, enterCompany, fail, limitRate, now, request }: AcceptanceContext,
): Promise<OpenInvitation & { readonly companyId: string }> {
  await limitRate(`invitation:${request.network}`, 300, 600)
  const hash = hashToken(token)
  const companyId = await companyOfInvitation(db, hash)
  if (companyId === undefined) return fail(invitationErrors.over)
  await enterCompany(companyId)
  const open = await findOpenInvitation(db, hash, now)
  return open ? { ...open, companyId } : fail(invitationErrors.over)
}

/** The public side. Only the application has the keys that read passwords. */
export function acceptanceModule(keys: PasswordKeys): Module {
  return {
    endpoints: implement(acceptance, {
      check: async ({ token }, context) => {
        const { name, loginAccount, companyName, domain, expiresAt } = await openInvitation(token, context)
        return { name, loginAccount, companyName, domain, expiresAt }
      },
      accept: async ({ token, newPassword }, context) => {
        const { db, fail, now, record } = context
        const { companyId, staffId, id, name, loginAccount, domain } = await openInvitation(token, context)
        const password = readNewPassword(keys, newPassword, fail)
        await setPassword(db, staffId, password)
        await setInvitationUsed(db, id, now)
        record({ by: { companyId, id: staffId, name }, targetId: staffId, targetName: name })
        return { loginAccount, domain }
      },
    }),
  }
}
