import { maskContactsIn, protocolErrors } from '@kaopei/contract'
import { fileUrl } from '@kaopei/files/server'
import { type Actor, type Context, type Db, databaseNow, type Fail, implement, mayUse, ProtocolFailure } from '@kaopei/server'
import { download, downloadErrors, jobState, manageDownloads } from '../contract/download.ts'
import type { ExportFormat } from '../contract/export-output.ts'
import { cancelJob, resetJob } from './background-job.sql.ts'
import { convertExport } from './convert-export.ts'
import { countDownloads, type DownloadRecord, selectDownloads } from './download.sql.ts'
import { grantsOf } from './grants.ts'
import { enqueueRun, keptUntil, refuseTooMany, startTrackedJob } from './tracked-job.ts'

/** A download begins at once or not at all. */
const linkSeconds = 600

export const downloadEndpoints = implement(download, {
  list: async ({ pageIndex, pageSize, isAll, ...given }, { db, actor, fail }) => {
    if (isAll && !mayUse(actor, manageDownloads.code)) return fail(protocolErrors.noPermission)
    const filter = { ...given, requestedBy: isAll ? undefined : actor.staffId }
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize }
    const records = await selectDownloads(db, filter, page)
    const totalCount = await countDownloads(db, filter)
    return { dataList: records.map((record) => rowOf(record, actor)), totalCount }
  },

  get: async ({ id }, { db, actor, fail }) => {
    const record = await findVisible(db, actor, id)
    return record ? rowOf(record, actor) : fail(protocolErrors.notFound)
  },

  cancel: async ({ id }, context) => cancel(id, context),

  retry: async ({ id }, context) => runAgain(id, context),

  changeStatus: async ({ id, state }, context) => (state === jobState.cancelled ? cancel(id, context) : runAgain(id, context)),

  exportFields: async ({ id }, { db, actor, fail }) => {
    const { fields, file_name } = (await findOwnExport(db, actor, id)) ?? fail(downloadErrors.notExport)
    const format: ExportFormat = file_name?.endsWith('.csv') ? 'csv' : 'xlsx'
    return { fields, format }
  },

  exportAgain: async ({ id, ...output }, { db, actor, fail, record }) => {
    const found = (await findOwnExport(db, actor, id)) ?? fail(downloadErrors.notExport)
    const { title, fields, file_id: fileId, file_name: fileName } = found
    const payload = { title, fields, fileId, fileName: fileName ?? title }
    const conditions = objectOf(found.conditions) ?? {}
    const { jobId } = await startTrackedJob(db, actor, convertExport, payload, { conditions, output })
    record({ targetId: jobId, targetName: title, after: output })
    return { id: jobId }
  },

  link: async ({ id }, { db, actor, fail, record, services }) => {
    const found = await findVisible(db, actor, id)
    if (!found) return fail(protocolErrors.notFound)
    if (!hasFile(found) || found.file_id === null) return fail(downloadErrors.noFile)
    if (!mayFetch(found, actor)) return fail(downloadErrors.notYours)
    const fileName = found.file_name ?? found.title
    record({ targetId: id, targetName: found.title, after: { fileName } })
    return { fileUrl: fileUrl(services, { companyId: actor.companyId, fileId: found.file_id }, linkSeconds), fileName }
  },
})

type Change = Pick<Context<typeof download.changeStatus>, 'db' | 'actor' | 'record'>
type DownloadError<Name extends keyof typeof downloadErrors> = (typeof downloadErrors)[Name]

async function cancel(id: string, { db, actor, fail, record }: Change & { fail: Fail<DownloadError<'notCancellable'>> }) {
  const found = await findVisible(db, actor, id)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  if (!(await cancelJob(db, id, keptUntil()))) fail(downloadErrors.notCancellable)
  record({
    targetId: id,
    targetName: found.title,
    before: { state: jobState.label(found.state) },
    after: { state: jobState.label(jobState.cancelled) },
  })
  return { id }
}

/** Only by whoever asked for it, and only while they are allowed what they were then: the job has the reach of that moment. */
async function runAgain(
  id: string,
  { db, actor, fail, record }: Change & { fail: Fail<DownloadError<'otherRights' | 'notRetriable'>> },
) {
  const found = await findVisible(db, actor, id)
  if (found?.requested_by !== actor.staffId) throw new ProtocolFailure(protocolErrors.notFound)
  if (found.grants !== grantsOf(actor)) fail(downloadErrors.otherRights)
  await refuseTooMany(db, actor)
  const again = await resetJob(db, id)
  if (!again) return fail(downloadErrors.notRetriable)
  await enqueueRun(db, { jobId: id, ...again })
  record({
    targetId: id,
    targetName: found.title,
    before: { state: jobState.label(found.state) },
    after: { state: jobState.label(jobState.waiting) },
  })
  return { id }
}

/** One's own finished export of one sheet, while its file is there. */
async function findOwnExport(db: Db, actor: Actor, id: string) {
  const found = await findVisible(db, actor, id)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  const { fields, file_id } = found
  return canExportAgain(found, actor) && fields && file_id !== null ? { ...found, fields, file_id } : undefined
}

function canExportAgain(record: DownloadRecord, actor: Actor): boolean {
  return hasFile(record) && record.fields !== null && record.requested_by === actor.staffId
}

/** One's own job, or any of the company for those who manage them. */
async function findVisible(db: Db, actor: Actor, id: string): Promise<DownloadRecord | undefined> {
  const requestedBy = mayUse(actor, manageDownloads.code) ? undefined : actor.staffId
  const [record] = await selectDownloads(db, { id, requestedBy }, { offset: 0, limit: 1 })
  return record
}

function hasFile(record: DownloadRecord): boolean {
  if (record.state !== jobState.done || record.file_id === null) return false
  return record.file_expires_at === null || record.file_expires_at.getTime() > databaseNow().getTime()
}

/** A file holds what its maker may see: whoever manages others' jobs opens it with the same rights alone, administrators always. */
function mayFetch(record: DownloadRecord, actor: Actor): boolean {
  return record.requested_by === actor.staffId || actor.isAdmin || record.grants === grantsOf(actor)
}

function rowOf(record: DownloadRecord, actor: Actor) {
  // What somebody asked for may be a phone, and only they need read it.
  const isOneself = record.requested_by === actor.staffId && actor.impersonatorId === null
  const shown = (value: unknown) => (isOneself ? value : maskContactsIn(value))
  return {
    id: record.id,
    kind: record.kind,
    title: String(shown(record.title)),
    conditions: objectOf(shown(record.conditions)) ?? {},
    state: jobState.schema.parse(record.state),
    doneCount: record.done_count,
    totalCount: record.total_count,
    message: String(shown(record.message)),
    result: objectOf(shown(record.result)),
    fileName: record.file_name,
    fileSizeBytes: record.size_bytes,
    hasFile: hasFile(record) && mayFetch(record, actor),
    isWithheld: hasFile(record) && !mayFetch(record, actor),
    requestedById: record.requested_by,
    requestedByName: record.requested_by_name ?? '',
    requestedAt: record.requested_at,
    startedAt: record.started_at,
    finishedAt: record.finished_at,
    expiresAt: record.expires_at,
    isOwn: record.requested_by === actor.staffId,
    canExportAgain: canExportAgain(record, actor),
    hasSeveralSheets: hasFile(record) && Number(objectOf(record.result)?.sheetCount ?? 1) > 1,
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
