import { randomUUID } from 'node:crypto'
import { kept, protocolErrors } from '@kaopei/contract'
import { type Handlers, sealSecret } from '@kaopei/server'
import { platformErrors } from '../contract/errors.ts'
import { type thirdConfig, thirdFacts } from '../contract/third-config.ts'
import {
  deleteThirdConfig,
  findThirdConfig,
  insertThirdConfig,
  type ThirdRow,
  thirdConfigs,
  updateThirdConfig,
} from './third-config.sql.ts'

export const thirdConfigHandlers: Handlers<typeof thirdConfig> = {
  getThirdParty: async ({ kind }, { db }) => {
    const dataList = await thirdConfigs(db, kind)
    return { dataList, totalCount: dataList.length }
  },
  save: async ({ secret, ...facts }, { actor, db, fail, now, record, services }) => {
    if (facts.isEnabled) return fail(platformErrors.thirdLoginLater)
    const id = randomUUID()
    const { companyId, name: updatedByName } = actor
    const sealedSecret = sealSecret(services.secret, `${companyId}/${id}`, secret)
    await insertThirdConfig(db, { ...facts, id, sealedSecret, updatedAt: now, updatedByName })
    const row = await findThirdConfig(db, id)
    if (!row) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: row.name, after: loggedFacts(row) })
    return row
  },
  modify: async ({ id, version, secret, ...wish }, { actor, db, fail, now, record, services }) => {
    if (wish.isEnabled) return fail(platformErrors.thirdLoginLater)
    const { companyId, name: updatedByName } = actor
    const before = await findThirdConfig(db, id)
    if (!before) return fail(protocolErrors.notFound)
    const facts = kept(thirdFacts, wish, before)
    const sealedSecret = secret ? sealSecret(services.secret, `${companyId}/${id}`, secret) : null
    const isSaved = await updateThirdConfig(db, { ...facts, id, version, sealedSecret, updatedAt: now, updatedByName })
    if (!isSaved) return fail(protocolErrors.changed, { data: before })
    const row = await findThirdConfig(db, id)
    if (!row) return fail(protocolErrors.notFound)
    record({
      targetId: row.id,
      targetName: row.name,
      before: loggedFacts(before),
      after: { ...loggedFacts(row), ...(sealedSecret !== null && { 密钥: '已更换' }) },
    })
    return row
  },
  remove: async ({ id }, { db, fail, record }) => {
    const before = await findThirdConfig(db, id)
    if (!before) return fail(protocolErrors.notFound)
    await deleteThirdConfig(db, id)
    record({ targetId: id, targetName: before.name, before: loggedFacts(before) })
  },
  synchronize: async ({ id }, { db, fail }) =>
    fail((await findThirdConfig(db, id)) ? platformErrors.thirdSyncLater : protocolErrors.notFound),
}

function loggedFacts({ kind, name, corpId, appKey, agentId, isEnabled }: ThirdRow) {
  return { kind, name, corpId, appKey, agentId, isEnabled }
}
