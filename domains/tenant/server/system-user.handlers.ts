import { grantsOfRoles, listRoles } from '@kaopei/access/server'
import { kept, protocolErrors } from '@kaopei/contract'
import {
  assignRole,
  createAccounts,
  keepAnAdmin,
  mayActOn,
  type PasswordKeys,
  readNewPassword,
  removeAccounts,
  renameAccount,
  resetPasswords,
  setAccountsEnabled,
  setPassword,
  unassignRole,
} from '@kaopei/identity/server'
import {
  addPerson,
  changePerson,
  contactSight,
  readableContacts,
  removeStaff,
  shownContacts,
  tellStaffChanged,
} from '@kaopei/org/server'
import { type Actor, type Context, type Db, type Fail, type Handlers, ProtocolFailure } from '@kaopei/server'
import { tenantErrors } from '../contract/errors.ts'
import { type systemUser, systemUserFields } from '../contract/system-user.ts'
import { mayGrant } from './rules/may-grant.ts'
import { findUser, pageOfUsers, type SystemUser } from './system-user.sql.ts'

type Calls = typeof systemUser

export const systemUserHandlers = (keys: PasswordKeys): Handlers<Calls> => ({
  getSystemUserPageList: async (filter, { actor, db }) => {
    const isSearched = contactSight(actor)?.kind === 'all'
    const { dataList, totalCount } = await pageOfUsers(db, { ...filter, isSearched })
    return { dataList: await shown(db, actor, dataList), totalCount }
  },
  saveOrEdit: async ({ id, version, ...wish }, { actor, db, fail, now, record }) => {
    const before = id === undefined ? undefined : await selectActable(db, actor, id, fail)
    const standing = before && { ...before, roleIds: before.roles.map((role) => role.id) }
    const { roleIds, isEnabled, ...given } = kept(systemUserFields, wish, standing)
    if (before && before.id === actor.staffId && !isEnabled) return fail(tenantErrors.notYourself)
    const facts = unmasked(given, before)
    if (before && !(await changePerson(db, { ...facts, id: before.id, version: version ?? 0, now })))
      return fail(protocolErrors.changed, { data: (await shown(db, actor, [before]))[0] })
    const userId = before?.id ?? (await addPerson(db, { ...facts, now, fail }))
    if (!before) await createAccounts(db, [{ id: userId, loginAccount: facts.loginAccount }])
    if (before && before.loginAccount !== facts.loginAccount) await renameAccount(db, userId, facts.loginAccount)
    if (before && before.isEnabled !== isEnabled) await setAccountsEnabled(db, [userId], isEnabled, fail)
    await setRoles({ db, actor, fail }, userId, { before: standing?.roleIds ?? [], wanted: roleIds })
    const [made] = before ? [] : await resetPasswords(db, [userId])
    if (!before && !isEnabled) await setAccountsEnabled(db, [userId], false, fail)
    await tellStaffChanged(db, [userId])
    const saved = await selectUser(db, userId)
    record({
      targetId: userId,
      targetName: saved.name,
      ...(before && { before: logged(before) }),
      after: logged(saved),
      action: before ? 'update' : 'create',
    })
    const [row = saved] = await shown(db, actor, [saved])
    return { ...row, temporaryPassword: made?.password ?? null }
  },
  del: async ({ userId }, { actor, db, fail, now, record }) => {
    const before = await selectActable(db, actor, userId, fail)
    if (userId === actor.staffId) return fail(tenantErrors.notYourself)
    await removeAccounts(db, [userId], fail)
    await removeStaff(db, { ids: [userId], reason: null, by: actor.staffId, now })
    await tellStaffChanged(db, [userId])
    record({ targetId: userId, targetName: before.name, before: logged(before) })
  },
  resetPwd: (input, context) => reset(input.userId, context),
  resetPwdByGet: (input, context) => reset(input.userId, context),
  managerModifyPassword: async ({ userId, newPassword }, { actor, db, fail, record }) => {
    const user = await selectActable(db, actor, userId, fail)
    if (userId === actor.staffId) return fail(tenantErrors.notYourself)
    const password = readNewPassword(keys, newPassword, fail)
    await setPassword(db, userId, password, { mustChange: true })
    record({ targetId: userId, targetName: user.name, after: { 密码: '已更换，下次登录须修改' } })
  },
})

interface Facts {
  readonly name: string
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
}

/** What was sent as it was shown, masked, stays as it is; nobody new has anything that could. */
function unmasked(given: Facts, before: SystemUser | undefined): Facts {
  const one = <Value extends string | null>(
    path: 'loginAccount' | 'phone' | 'email',
    value: Value,
    present: Value | undefined,
  ): Value => {
    if (!value?.includes('***')) return value
    if (present !== undefined) return present
    const message = '请填写完整的账号、电话和邮箱'
    throw new ProtocolFailure(protocolErrors.invalid, { text: message, data: { fields: [{ path, message }] } })
  }
  return {
    name: given.name,
    loginAccount: one('loginAccount', given.loginAccount, before?.loginAccount),
    phone: one('phone', given.phone, before?.phone),
    email: one('email', given.email, before?.email),
  }
}

async function shown(db: Db, actor: Actor, users: readonly SystemUser[]): Promise<SystemUser[]> {
  const ids = users.map(({ id }) => id)
  const isReadable = await readableContacts(db, contactSight(actor), ids)
  return users.map((user) => ({ ...user, ...shownContacts(user, isReadable(user.id)) }))
}

async function reset(userId: string, { actor, db, fail, record }: Context<Calls['resetPwd']> | Context<Calls['resetPwdByGet']>) {
  const user = await selectActable(db, actor, userId, fail)
  if (userId === actor.staffId) return fail(tenantErrors.notYourself)
  const [made] = await resetPasswords(db, [userId])
  if (!made) return fail(protocolErrors.notFound)
  record({ targetId: userId, targetName: user.name, after: { 密码: '已重置为一次性密码' } })
  const [{ loginAccount: account } = user] = await shown(db, actor, [user])
  return { account, temporaryPassword: made.password }
}

async function selectUser(db: Db, id: string): Promise<SystemUser> {
  const found = await findUser(db, id)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  return found
}

/** Nobody takes the account of somebody in hand who may do more than they themselves. */
async function selectActable(db: Db, actor: Actor, id: string, fail: Fail<typeof tenantErrors.stronger>): Promise<SystemUser> {
  const found = await selectUser(db, id)
  if (!(await mayActOn(db, actor, [id])).has(id)) fail(tenantErrors.stronger)
  return found
}

/** Roles are given and taken only by who has everything that they grant; the last administrator keeps theirs. */
async function setRoles(
  { db, actor, fail }: Pick<Context<Calls['saveOrEdit']>, 'db' | 'actor' | 'fail'>,
  userId: string,
  { before, wanted }: { before: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  const changed = [...wanted.filter((id) => !before.includes(id)), ...before.filter((id) => !wanted.includes(id))]
  if (changed.length === 0) return
  const known = new Map((await listRoles(db)).map((role) => [role.id, role]))
  const grants = new Map((await grantsOfRoles(db, changed)).map((one) => [one.roleId, one]))
  for (const id of changed) {
    const role = known.get(id)
    if (!role) return fail(tenantErrors.roleMissing)
    const granted = grants.get(id)
    const menus = granted?.menus.map(({ menu }) => menu) ?? []
    const isWithin = role.code === null && mayGrant(actor, { menus, rights: granted?.rights ?? [] })
    if (!actor.isAdmin && !isWithin) fail(tenantErrors.beyondOwn)
  }
  for (const id of wanted) if (!before.includes(id)) await assignRole(db, id, [userId])
  await keepAnAdmin(
    db,
    async () => {
      for (const id of before) if (!wanted.includes(id)) await unassignRole(db, id, [userId])
    },
    fail,
  )
}

function logged({ name, loginAccount, phone, email, roles, isEnabled }: SystemUser) {
  return { name, loginAccount, phone, email, roles: roles.map((role) => role.name), isEnabled }
}
