import { protocolErrors } from '@kaopei/contract'
import type { Actor, Context, Db, Handlers } from '@kaopei/server'
import { platformErrors } from '../contract/errors.ts'
import type { partnerConfig } from '../contract/partner-config.ts'
import { findPartnerKey, partnerKeys, problemOfValue, valueLabel } from '../contract/partner-keys.ts'
import { databaseKnowsZone } from './company.sql.ts'
import {
  applyValue,
  configOf,
  deleteConfig,
  effectiveValues,
  findConfigLocked,
  insertConfigChange,
  pageOfConfigChanges,
  putConfig,
} from './partner-config.sql.ts'

type Calls = typeof partnerConfig
type AnyContext = { readonly [Name in keyof Calls]: Context<Calls[Name]> }[keyof Calls]

export const partnerConfigHandlers: Handlers<Calls> = {
  list: async (input, context) => {
    const partnerId = await partnerOf(input.partnerId, context)
    const rows = await inPartner(partnerId, context, () => configOf(context.db))
    return { dataList: rows.map((row) => ({ ...row, partnerId })), totalCount: rows.length }
  },
  keys: async (input, context) => {
    const partnerId = await partnerOf(input.partnerId, context)
    const configured = await inPartner(partnerId, context, () => configOf(context.db))
    const effective = await effectiveValues(context.db, partnerId)
    const names = new Set(configured.map(({ name }) => name))
    return partnerKeys.map((key) => ({
      ...key,
      options: [...key.options],
      effective: effective?.[key.name] ?? key.default,
      isConfigured: names.has(key.name),
      isEditable: !key.isOfPlatform || context.actor.isPlatform,
    }))
  },
  history: async (input, context) => {
    const partnerId = await partnerOf(input.partnerId, context)
    const { rows, totalCount } = await inPartner(partnerId, context, () => pageOfConfigChanges(context.db, input))
    return { dataList: rows.map(inWords), totalCount }
  },
  modify: async ({ name, title, value, partnerId: wanted }, context) => {
    const { actor, db, fail, now, record } = context
    const partnerId = await partnerOf(wanted, context)
    const key = findPartnerKey(name)
    if (!key) return fail(platformErrors.keyUnknown)
    if (key.isOfPlatform && !actor.isPlatform) return fail(platformErrors.keyOfPlatform)
    if (key.name === 'programmingQuestion' && value === 'true') return fail(platformErrors.programmingLater)
    const problem = problemOfValue(key, value)
    if (problem !== undefined)
      return fail(platformErrors.valueWrong, { text: problem, data: { fields: [{ path: 'value', message: problem }] } })
    if (key.name === 'timeZone' && !(await databaseKnowsZone(db, value)))
      return fail(platformErrors.valueWrong, { text: '数据库不识别该时区，请选择其他时区或联系平台管理员' })
    await applyValue(db, partnerId, key.name, value)
    const row = { name, title, value, updatedAt: now, updatedByName: actor.name }
    const before = await inPartner(partnerId, context, async () => {
      const former = await findConfigLocked(db, name)
      await putConfig(db, row)
      if (former?.value !== value) await tell(db, context, { name, before: former?.value ?? null, after: value })
      return former
    })
    record({
      targetId: partnerId,
      targetName: title,
      ...(before && { before: { title: before.title, value: before.value } }),
      after: { title, value },
    })
    return { ...row, partnerId }
  },
  delete: async ({ name, partnerId: wanted }, context) => {
    const { actor, db, fail, record } = context
    const partnerId = await partnerOf(wanted, context)
    const key = findPartnerKey(name)
    if (key?.isOfPlatform && !actor.isPlatform) return fail(platformErrors.keyOfPlatform)
    const before = await inPartner(partnerId, context, async () => {
      const former = await findConfigLocked(db, name)
      if (!former) return undefined
      await deleteConfig(db, name)
      await tell(db, context, { name, before: former.value, after: null })
      return former
    })
    if (!before) return fail(protocolErrors.notFound)
    if (key) await applyValue(db, partnerId, key.name, key.default)
    record({ targetId: partnerId, targetName: before.title, before: { title: before.title, value: before.value } })
  },
}

/** One's own company; any company for the platform's own people. Others are as good as absent. */
async function partnerOf(wanted: string | undefined, { actor, db, fail }: AnyContext): Promise<string> {
  if (wanted === undefined || wanted === actor.companyId) return actor.companyId
  if (!actor.isPlatform || !(await effectiveValues(db, wanted))) return fail(protocolErrors.notFound)
  return wanted
}

/** Row-level security shows one company at a time: the partner's for its own rows, then the actor's again, for the log. */
async function inPartner<T>(partnerId: string, { actor, enterCompany }: AnyContext, work: () => Promise<T>): Promise<T> {
  if (partnerId === actor.companyId) return work()
  await enterCompany(partnerId)
  const result = await work()
  await enterCompany(actor.companyId)
  return result
}

function tell(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
  change: { name: string; before: string | null; after: string | null },
): Promise<void> {
  return insertConfigChange(db, { ...change, actorId: actor.staffId, actorName: actor.name, at: now })
}

function inWords(row: { id: string; name: string; before: string | null; after: string | null; actorName: string; at: Date }) {
  const key = findPartnerKey(row.name)
  const words = (value: string | null) => (value === null || !key ? value : valueLabel(key, value))
  const { id, name, actorName, at } = row
  return { id, name, title: key?.title ?? name, before: words(row.before), after: words(row.after), actorName, at }
}
