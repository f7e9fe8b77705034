import { protocolErrors } from '@kaopei/contract'
import { companySite } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { certificateState, standingOf } from '../contract/codes.ts'
import { certificateErrors } from '../contract/errors.ts'
import { myCertificate } from '../contract/mine.ts'
import { certificatePdf, pageOf } from './document/certificate-pdf.ts'
import { findPrintable } from './document/document.sql.ts'
import { compactJws, signingKey } from './document/signing-key.ts'
import { orNotWritable } from './issued/certificate.handlers.ts'
import { findBadge, pageOfOwn } from './issued/own.sql.ts'
import { badgePayload, keyUrl } from './rules/badge.ts'

const handlers: Handlers<typeof myCertificate> = {
  list: async (page, { actor, db, now, services }) => {
    const { dataList, totalCount } = await pageOfOwn(db, actor.staffId, page)
    const site = await companySite(db, services)
    return {
      dataList: dataList.map(({ state, code, ...row }) => ({
        ...row,
        standing: standingOf({ state, validUntil: row.validUntil }, now),
        link: pageOf(site, code),
      })),
      totalCount,
    }
  },

  pdf: async ({ id }, { actor, db, fail, now, services }) => {
    const printable = await findPrintable(db, id)
    if (printable?.staffId !== actor.staffId) return fail(protocolErrors.notFound)
    if (printable.state === certificateState.revoked) return fail(certificateErrors.notValid, { text: '证书已撤销，不能下载' })
    return orNotWritable(certificatePdf(db, services, { printable, now, fail }), fail)
  },

  badge: async ({ id }, { actor, db, fail, services }) => {
    const found = await findBadge(db, id)
    if (found?.holderId !== actor.staffId) return fail(protocolErrors.notFound)
    if (found.state !== certificateState.valid)
      return fail(certificateErrors.notValid, { text: '证书已撤销或已更换，没有徽章可下载' })
    const site = await companySite(db, services)
    const key = await signingKey(db, services)
    const { state: _state, source, ...facts } = found
    const criteria = source === '' ? `按“${facts.title}”的签发规则取得` : `完成“${source}”并达到签发要求`
    const payload = badgePayload({ ...facts, site, companyId: db.companyId, criteria })
    return { name: `${found.number}.jwt`, credential: compactJws(payload, { pem: key.pem, kid: keyUrl(site, key.id) }) }
  },
}

export const mineEndpoints = implement(myCertificate, handlers)
