import { protocolErrors } from '@kaopei/contract'
import { pictureUrl } from '@kaopei/files/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { companySite } from '@kaopei/platform/server'
import { PrintFailure } from '@kaopei/print'
import { type Fail, type Handlers, implement } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { certificate } from '../../contract/certificate.ts'
import { standingOf } from '../../contract/codes.ts'
import { certificateErrors } from '../../contract/errors.ts'
import { variableNames, variables } from '../../contract/variables.ts'
import { certificatePdf, pageOf } from '../document/certificate-pdf.ts'
import { findPrintable } from '../document/document.sql.ts'
import { issueByHand, issueByList, photoless } from './by-hand.ts'
import { conditionsOf } from './conditions.ts'
import { revokeCertificates } from './end.ts'
import { exportJob } from './export.job.ts'
import { filterOf } from './filter-of.ts'
import {
  countIssued,
  findIssued,
  type IssuedRow,
  pageOfIssued,
  seenCertificates,
  selectEvents,
  selectIdsToPrint,
} from './list.sql.ts'
import { listTemplate } from './list-sheet.ts'
import { mostToPrint, printJob } from './print.job.ts'
import { reissue } from './reissue.ts'

const noneToPrint = '没有可以打印的证书：已撤销和已更换的不再打印，请调整筛选条件'

const handlers: Handlers<typeof certificate> = {
  list: async ({ pageIndex, pageSize, ...given }, { db, now, scope }) => {
    const { dataList, totalCount } = await pageOfIssued(db, await filterOf(db, given, { scope, now }), { pageIndex, pageSize })
    return { dataList: dataList.map((one) => shownRow(one, now)), totalCount }
  },

  detail: async ({ id }, { actor: { companyId }, db, fail, now, scope, services }) => {
    const found = await findIssued(db, id, scope)
    if (!found) return fail(protocolErrors.notFound)
    const { facts, code, sha256, replaces, replacedBy, photoId, ...rest } = found
    const words = variableNames.flatMap((name) => {
      const value = facts[name] ?? ''
      return value === '' || name === 'code' ? [] : [{ label: variables[name].label, value }]
    })
    const link = pageOf(await companySite(db, services), code)
    const photoUrl = photoId === null ? null : pictureUrl(services, { companyId, fileId: photoId })
    const known = { code, link, sha256, photoUrl, replaces, replacedBy, facts: words }
    return { ...shownRow(rest, now), ...known, events: await selectEvents(db, id) }
  },

  pdf: async ({ id }, { db, fail, now, scope, services }) => {
    const [seen] = await seenCertificates(db, [id], scope)
    const printable = seen === undefined ? undefined : await findPrintable(db, seen)
    if (!printable) return fail(protocolErrors.notFound)
    return orNotWritable(certificatePdf(db, services, { printable, now, fail }), fail)
  },

  photoless,
  issue: issueByHand,
  importTemplate: async () => ({ fileName: '证书名单模板.xlsx', contentType: xlsxType, body: listTemplate() }),
  importFile: issueByList,

  revoke: async ({ ids, reason }, { actor: { staffId: actorId }, db, fail, now, record, scope }) => {
    const seen = await seenCertificates(db, ids, scope)
    if (seen.length === 0) return fail(protocolErrors.notFound)
    const revoked = await revokeCertificates(db, { ids: seen, reason, actorId, now })
    if (revoked.length === 0) return fail(certificateErrors.notValid, { text: '所选证书已撤销或已更换，不需要再撤销' })
    record({ targetName: `${revoked.length} 张证书`, after: { ids: revoked }, reason })
    return { revokedCount: revoked.length }
  },

  reissue: async ({ id, reason, isRenewal, isWithoutPhoto }, { actor: { staffId: actorId }, db, fail, now, record, scope }) => {
    const [seen] = await seenCertificates(db, [id], scope)
    if (seen === undefined) return fail(protocolErrors.notFound)
    const made = await reissue(db, { certificateId: seen, reason, isRenewal, isWithoutPhoto, actorId, now, fail })
    record({ targetId: made.id, targetName: made.number, after: { isRenewal, isWithoutPhoto }, reason })
    return made
  },

  print: async ({ ids, ...given }, { actor, db, fail, now, record, scope }) => {
    const filter = { ...(await filterOf(db, given, { scope, now })), ids: ids.length > 0 ? ids : undefined }
    const found = await selectIdsToPrint(db, filter, mostToPrint + 1)
    if (found.length === 0) return fail(certificateErrors.nothingToPrint, { text: noneToPrint })
    if (found.length > mostToPrint) return fail(certificateErrors.tooManyToPrint)
    record({ targetName: `${found.length} 张证书`, after: { count: found.length } })
    const conditions = { 证书: found.length, ...(ids.length > 0 ? { 范围: '选中的证书' } : await conditionsOf(db, given)) }
    const { jobId } = await startTrackedJob(db, actor, printJob, { ids: found, count: found.length }, { conditions })
    return { jobId, count: found.length }
  },

  export: async (given, { actor, db, fail, now, record, scope }) => {
    const count = await countIssued(db, await filterOf(db, given, { scope, now }))
    if (count === 0) return fail(certificateErrors.nothingToPrint)
    record({ targetName: '已发证书', after: { count } })
    const conditions = { 证书: count, ...(await conditionsOf(db, given)) }
    return startTrackedJob(db, actor, exportJob, { ...given, scope, count }, { conditions })
  },
}

export function shownRow({ state, staffId: _staff, ...row }: IssuedRow, now: Date) {
  return { ...row, standing: standingOf({ state, validUntil: row.validUntil }, now) }
}

/** What the press refuses is told in its own words. */
export async function orNotWritable<T>(made: Promise<T>, fail: Fail<(typeof certificateErrors)['notWritable']>): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (error instanceof PrintFailure) return fail(certificateErrors.notWritable, { text: error.message })
    throw error
  }
}

export const certificateEndpoints = implement(certificate, handlers, {
  certificate_number_unique: certificateErrors.numberTaken,
})
