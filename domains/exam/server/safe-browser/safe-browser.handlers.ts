import { createHash, randomBytes } from 'node:crypto'
import { kept, protocolErrors } from '@kaopei/contract'
import { companySite } from '@kaopei/platform/server'
import { type Db, type FileAnswer, type Handlers, implement } from '@kaopei/server'
import { changeTerms, isSafeBrowser, marksOfShown, proofFor, type SafeKeys } from '@kaopei/sitting/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { type SafeConfigChoices, safeBrowser, safeBrowserErrors, safeConfigChoices } from '../../contract/safe-browser.ts'
import { findEntry } from '../entry.sql.ts'
import { lockedExam } from '../exam.service.ts'
import { findExam } from '../exam.sql.ts'
import { configFor, configKeyOf, plistOf } from '../rules/safe-config.ts'
import { lockTimes } from '../times/change.sql.ts'
import { examOwner } from '../times/terms.ts'
import { findSafe, insertNonce, type KeptConfig, type SafeRow, spendNonce, upsertSafe } from './safe-browser.sql.ts'

const proofHours = 12

const handlers: Handlers<typeof safeBrowser> = {
  get: async ({ examinationId }, { db, fail }) => {
    if (!(await findExam(db, examinationId))) return fail(protocolErrors.notFound)
    const kept = await findSafe(db, examinationId)
    const { site: _site, quitHash, ...choices } = kept?.config ?? { ...safeConfigChoices.parse({}), site: '', quitHash: '' }
    return {
      isRequired: kept?.isRequired ?? false,
      hasConfig: kept?.config != null,
      hasQuitPassword: quitHash !== '',
      choices,
      configKey: kept?.configKey ?? null,
      pastedKeys: kept?.pastedKeys ?? [],
      browserKeys: kept?.browserKeys ?? [],
      changedTime: kept?.changedTime ?? null,
    }
  },

  save: async ({ examinationId: examId, isRequired, choices, ...given }, context) => {
    const { actor, db, now, services, fail, record } = context
    const exam = await lockedExam(db, { id: examId, version: undefined, now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    if (choices && !services.publicUrl.isConfigured) return fail(safeBrowserErrors.noAddress)
    const before = await findSafe(db, examId)
    const stands = before?.config ?? null
    const wish = choices && kept(safeConfigChoices.shape, choices, stands ? { ...stands, quitPassword: '' } : undefined)
    const config = wish === undefined ? stands : wish && keptConfigOf(wish, await companySite(db, services), stands)
    const configKey = config && configKeyOf(configOf(config))
    const { pastedKeys = before?.pastedKeys ?? [], browserKeys = before?.browserKeys ?? [] } = given
    const made = { isRequired, config, configKey, pastedKeys, browserKeys }
    const keys = safeKeysOf(made)
    if (isRequired && !keys.config && !keys.request) return fail(safeBrowserErrors.noKeys)
    await lockTimes(db, examId)
    await upsertSafe(db, examId, { ...made, actorId: actor.staffId, now })
    await changeTerms(db, { owner: examOwner(examId), now, actorId: actor.staffId, rules: { safeKeys: keys } })
    const shown = (row: Omit<SafeRow, 'changedTime' | 'config'>) => ({
      ...{ needsSafeBrowser: row.isRequired, configKey: row.configKey, pastedKeys: row.pastedKeys, browserKeys: row.browserKeys },
    })
    record({ targetId: examId, targetName: exam.name, ...(before && { before: shown(before) }), after: shown(made) })
    return { configKey }
  },

  download: async ({ examinationId }, { db, fail }) => (await fileOf(db, examinationId)) ?? fail(protocolErrors.notFound),

  ownConfig: async ({ examId }, { actor, db, fail }) => {
    const entry = await findEntry(db, examId, actor.staffId)
    if (!entry?.candidate || entry.publishedAt === null) return fail(protocolErrors.notFound)
    return (await fileOf(db, examId)) ?? fail(protocolErrors.notFound)
  },

  nonce: async ({ examId }, { actor, db, now, limitRate, fail }) => {
    const { staffId, sessionId } = actor
    const entry = await findEntry(db, examId, staffId)
    if (!entry?.candidate || entry.publishedAt === null) return fail(protocolErrors.notFound)
    await limitRate(`safe-nonce:${staffId}`, 30, 600)
    const nonce = randomBytes(18).toString('base64url')
    await insertNonce(db, { nonce, examId, staffId, sessionId, now })
    return { path: pagePath(examId, nonce) }
  },

  prove: async ({ examId, nonce, configHash, requestHash }, { actor, db, now, services, fail }) => {
    const { staffId, sessionId } = actor
    const kept = await findSafe(db, examId)
    if (!kept) return fail(protocolErrors.notFound)
    if (!(await spendNonce(db, { nonce, examId, staffId, sessionId, now }))) return fail(safeBrowserErrors.refused)
    const url = `${await companySite(db, services)}${pagePath(examId, nonce)}`
    const shown = { url, config: configHash?.toLowerCase(), request: requestHash?.toLowerCase() }
    const keys = safeKeysOf(kept)
    if (!isSafeBrowser(keys, examId, shown)) return fail(safeBrowserErrors.refused)
    const until = new Date(now.getTime() + proofHours * 3_600_000)
    const proven = { ownerId: examId, ...marksOfShown(keys, examId, shown) }
    return { proof: proofFor(services.secret, { ...proven, sessionId, until }), until }
  },
}

export const safeBrowserEndpoints = implement(safeBrowser, handlers)

/** The address of the page that reads the keys; its hash is over exactly this. */
function pagePath(examId: string, nonce: string): string {
  return `/candidate/safe?exam=${examId}&nonce=${nonce}`
}

/** What attempts are held to. */
export function safeKeysOf({
  isRequired,
  configKey,
  pastedKeys,
  browserKeys,
}: Pick<SafeRow, 'isRequired' | 'configKey' | 'pastedKeys' | 'browserKeys'>): SafeKeys {
  if (!isRequired) return {}
  const config = [...new Set([...(configKey === null ? [] : [configKey]), ...pastedKeys])]
  return { ...(config.length > 0 && { config }), ...(browserKeys.length > 0 && { request: browserKeys }) }
}

/** Whether whoever sits the exam has to use a safe browser. */
export async function needsSafeBrowser(db: Db, examId: string): Promise<boolean> {
  const kept = await findSafe(db, examId)
  return kept !== undefined && Object.keys(safeKeysOf(kept)).length > 0
}

function keptConfigOf({ quitPassword, ...choices }: SafeConfigChoices, site: string, before: KeptConfig | null): KeptConfig {
  const quitHash = quitPassword === '' ? (before?.quitHash ?? '') : createHash('sha256').update(quitPassword).digest('hex')
  return { ...choices, site, quitHash }
}

function configOf({ site, quitHash, ...choices }: KeptConfig) {
  return configFor(site, { ...choices, quitPassword: '' }, quitHash)
}

async function fileOf(db: Db, examId: string): Promise<FileAnswer | undefined> {
  const exam = await findExam(db, examId)
  const kept = exam && (await findSafe(db, examId))
  if (!exam || !kept?.config) return undefined
  return { fileName: `${exam.name}.seb`, contentType: 'application/seb', body: Buffer.from(plistOf(configOf(kept.config))) }
}
