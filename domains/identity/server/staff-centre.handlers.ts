import { isContact, maskContacts, maskEmail, maskPhone, protocolErrors } from '@kaopei/contract'
import type { Actor, Context, Db, Handlers, Services } from '@kaopei/server'
import { contactChannel, isPhone } from '../contract/contact.ts'
import { identityErrors } from '../contract/errors.ts'
import type { staffCentreCalls } from '../contract/staff-centre.ts'
import { selectAccount, updatePasswords } from './account.sql.ts'
import { selectCompany } from './company.sql.ts'
import { companyCardOf } from './company.ts'
import { findGrants } from './grants.sql.ts'
import { channelsOfCodes, isRightCode, secondsBetweenCodes, sendCode } from './passwords/code.service.ts'
import { readNewPassword } from './passwords/new-password.ts'
import { hashPassword, isPassword } from './passwords/password-hash.ts'
import type { PasswordKeys } from './passwords/password-keys.ts'
import { takeCipher } from './passwords/used-cipher.sql.ts'
import { endSessionsOf } from './sessions/session.sql.ts'
import { findContacts, isContactTaken, selectStaffCard, setEmail, setPhone } from './staff-card.sql.ts'

type Calls = typeof staffCentreCalls

/** May somebody look at this person's card? The room of people knows. */
export type SeesStaff = (db: Db, actor: Actor, staffId: string) => Promise<boolean>

export const staffCentreHandlers = (keys: PasswordKeys, seesStaff: SeesStaff): Handlers<Calls> => ({
  get: async (input, { actor, db, fail, services }) => {
    const id = input.id ?? actor.staffId
    if (id !== actor.staffId && !(await seesStaff(db, actor, id))) return fail(protocolErrors.noPermission)
    const { isAdmin } = id === actor.staffId ? actor : ((await findGrants(db, id)) ?? fail(protocolErrors.notFound))
    return masked(actor, await cardOf(db, actor, services, { id, isAdmin }))
  },
  getWithPhone: async ({ id }, { actor, db, fail, services }) => {
    if (id !== undefined && id !== actor.staffId) return fail(protocolErrors.noPermission)
    const card = await cardOf(db, actor, services)
    return actor.impersonatorId === null ? card : masked(actor, card)
  },
  sendVerifyCode: async ({ channel, address }, context) => {
    const { actor, db, fail } = context
    if (address !== undefined) return sendBindCode(channel, address, context)
    const contacts = await findContacts(db, actor.staffId)
    const bound = channel === contactChannel.sms ? contacts.phone : contacts.email
    if (bound === null) return fail(identityErrors.contactMissing)
    await limitCodes(channel, bound, context)
    return sendCodeTo(channel, bound, context)
  },
  sendBoundEmail: ({ email }, context) => sendBindCode(contactChannel.mail, email, context),
  sendBoundEmailByGet: ({ email }, context) => sendBindCode(contactChannel.mail, email, context),
  modifyWithPin: async (input, context) => {
    const { actor, db, record, refuse } = context
    const address = 'phone' in input ? input.phone : input.email
    if (!(await isOwnCode(input.pin, address, context))) return refuse(identityErrors.pinWrong)
    const before = await findContacts(db, actor.staffId)
    if ('phone' in input) await setPhone(db, actor.staffId, address)
    else await setEmail(db, actor.staffId, address)
    const after = await findContacts(db, actor.staffId)
    record({ targetId: actor.staffId, targetName: actor.name, before: maskedContacts(before), after: maskedContacts(after) })
  },
  unboundPhone: async ({ pin }, context) => {
    const { actor, db, fail, record, refuse } = context
    const { phone } = await findContacts(db, actor.staffId)
    if (phone === null) return fail(identityErrors.contactMissing)
    if (!(await isOwnCode(pin, phone, context))) return refuse(identityErrors.pinWrong)
    await setPhone(db, actor.staffId, null)
    record({ targetId: actor.staffId, targetName: actor.name, before: { phone: maskPhone(phone) }, after: { phone: null } })
  },
  unboundEmail: async ({ pin }, context) => {
    const { actor, db, fail, record, refuse } = context
    const { email } = await findContacts(db, actor.staffId)
    if (email === null) return fail(identityErrors.contactMissing)
    if (!(await isOwnCode(pin, email, context))) return refuse(identityErrors.pinWrong)
    await setEmail(db, actor.staffId, null)
    record({ targetId: actor.staffId, targetName: actor.name, before: { email: maskEmail(email) }, after: { email: null } })
  },
  selfModifyPassword: async ({ newPassword, oldPassword, check }, { actor, db, fail, limitRate, now, record }) => {
    const account = await selectAccount(db, actor.staffId)
    if (!account.mustChangePassword) {
      if (!oldPassword) return fail(identityErrors.oldPasswordMissing)
      await limitRate(`old-password:${actor.staffId}`, 10, 900)
      const old = keys.open(oldPassword)
      if (old === undefined) return fail(identityErrors.badCipher)
      if (!(await isPassword(account.passwordHash, old.password))) return fail(identityErrors.oldPasswordWrong)
      // A test that changes nothing comes before the change with the same text.
      if (!check && !(await takeCipher(db, old, now))) return fail(identityErrors.badCipher)
    }
    const { domain } = await selectCompany(db)
    const password = readNewPassword(keys, newPassword, fail, [actor.loginAccount, actor.name, domain])
    if (await isPassword(account.passwordHash, password)) return fail(identityErrors.passwordUnchanged)
    if (check) return
    await updatePasswords(db, [{ id: actor.staffId, hash: await hashPassword(password), strength: 1, mustChange: false }])
    await endSessionsOf(db, [actor.staffId], 'password', actor.sessionId)
    record({ targetId: actor.staffId, targetName: actor.name })
  },
})

interface Whose {
  readonly id: string
  readonly isAdmin: boolean
}

async function cardOf(
  db: Db,
  actor: Actor,
  services: Services,
  { id, isAdmin }: Whose = { id: actor.staffId, isAdmin: actor.isAdmin },
) {
  const codeChannels = [...(await channelsOfCodes(db, services))]
  const { mustChangePassword, ...card } = await selectStaffCard(db, id)
  const company = companyCardOf(await selectCompany(db))
  return {
    ...card,
    staffId: card.id,
    isAdmin,
    codeChannels,
    company,
    changePasswordFlag: mustChangePassword ? '0' : '1',
  } as const
}

/** One's own account is no secret to oneself; whoever else looks, or looks through one's eyes, learns neither it nor the contacts. */
function masked(actor: Actor, card: Awaited<ReturnType<typeof cardOf>>): Awaited<ReturnType<typeof cardOf>> {
  const isOwn = card.id === actor.staffId && actor.impersonatorId === null
  const isHidden = !isOwn && isContact(card.loginAccount)
  const loginAccount = isHidden ? maskContacts(card.loginAccount) : card.loginAccount
  return { ...card, loginAccount, phone: card.phone && maskPhone(card.phone), email: card.email && maskEmail(card.email) }
}

type CodeContext = Context<Calls['sendVerifyCode']> | Context<Calls['sendBoundEmail']> | Context<Calls['sendBoundEmailByGet']>

async function sendBindCode(channel: 1 | 2, address: string, context: CodeContext) {
  const { actor, db } = context
  const company = await selectCompany(db)
  if (channel === contactChannel.sms && !isPhone(address, company.newPhoneRanges)) {
    const message = '请输入正确的电话'
    return context.fail(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'address', message }] } })
  }
  // Counted first: asking whose an address is costs as much as sending to it.
  await limitCodes(channel, address, context)
  if (await isContactTaken(db, actor.staffId, address)) return context.fail(identityErrors.contactTaken)
  return sendCodeTo(channel, address, context)
}

/** Quotas by address, by person and by where they call from: a code costs money and disturbs whoever gets it. */
async function limitCodes(channel: 1 | 2, address: string, { actor, db, fail, limitRate, request, services }: CodeContext) {
  if (!(await channelsOfCodes(db, services)).includes(channel)) return fail(identityErrors.channelOff)
  const key = address.toLowerCase()
  await limitRate(`code:${key}`, 1, secondsBetweenCodes)
  await limitRate(`code-day:${key}`, 10, 86_400)
  await limitRate(`code-day:${actor.staffId}`, 20, 86_400)
  await limitRate(`code-day:${request.network}`, 500, 86_400)
}

async function sendCodeTo(channel: 1 | 2, address: string, { actor, db, now, record, services }: CodeContext) {
  const { companyId, staffId: accountId } = actor
  const wanted = { companyId, kind: 'bind', accountId, channel, address, now } as const
  const expiresAt = await sendCode(db, services.secret, wanted)
  record({ targetId: accountId, targetName: actor.name, after: { to: maskedAddress(channel, address) } })
  return { expiresAt, retryAfterSeconds: secondsBetweenCodes }
}

type PinContext = Context<Calls['modifyWithPin']> | Context<Calls['unboundPhone']> | Context<Calls['unboundEmail']>

function isOwnCode(pin: string, address: string, { actor, db, now, services }: PinContext): Promise<boolean> {
  return isRightCode(db, services.secret, {
    companyId: actor.companyId,
    kind: 'bind',
    accountId: actor.staffId,
    address,
    pin,
    now,
  })
}

function maskedAddress(channel: number, address: string): string {
  return channel === contactChannel.sms ? maskPhone(address) : maskEmail(address)
}

function maskedContacts({ phone, email }: { phone: string | null; email: string | null }) {
  return { phone: phone && maskPhone(phone), email: email && maskEmail(email) }
}
