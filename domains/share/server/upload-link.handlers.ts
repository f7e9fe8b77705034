import { protocolErrors } from '@kaopei/contract'
import { fileUrl } from '@kaopei/files/server'
import { type Implemented, implement } from '@kaopei/server'
import { linkState } from '../contract/link-row.ts'
import { shareErrors } from '../contract/short-link.ts'
import { uploadLink } from '../contract/upload-link.ts'
import { createShareToken, linkStateOf, revokeShareTokens } from './share-token.ts'
import { siteOfLinks } from './site.ts'
import { findTokenTitle, pageOfReceived, pageOfUploadLinks, type StoredUploadLink } from './upload-link.sql.ts'
import { uploadFacts, uploadKind } from './upload-token.ts'

export const uploadLinkEndpoints: readonly Implemented[] = implement(uploadLink, {
  create: async ({ title, purpose, limit, expiresAt }, { actor, db, fail, now, record, services }) => {
    if (expiresAt <= now) return fail(shareErrors.pastExpiry)
    const facts = { purpose, limit }
    const wanted = { companyId: actor.companyId, actorId: actor.staffId, kind: uploadKind, subjectId: purpose, title, facts }
    const { id, token } = await createShareToken(db, { ...wanted, expiresAt })
    record({ targetId: id, targetName: title, after: { purpose, limit, expiresAt } })
    const site = await siteOfLinks(db, services)
    return { id, url: `${site}/upload?token=${token}` }
  },

  list: async (filter, { db, now }) => {
    const page = await pageOfUploadLinks(db, { ...filter, kind: uploadKind }, now)
    return { ...page, dataList: page.dataList.map((link) => rowOf(link, now)) }
  },

  files: async ({ id, ...paging }, { actor, db, fail, services }) => {
    const { companyId } = actor
    if ((await findTokenTitle(db, uploadKind, id)) === undefined) return fail(protocolErrors.notFound)
    const page = await pageOfReceived(db, id, paging)
    const withUrl = page.dataList.map((file) => ({ ...file, fileUrl: fileUrl(services, { companyId, fileId: file.fileId }) }))
    return { ...page, dataList: withUrl }
  },

  revoke: async ({ id }, { db, fail, now, record }) => {
    const title = await findTokenTitle(db, uploadKind, id)
    if (title === undefined) return fail(protocolErrors.notFound)
    if ((await revokeShareTokens(db, { kind: uploadKind, id, now })) === 0) return fail(shareErrors.alreadyRevoked)
    record({ targetId: id, targetName: title, after: { state: linkState.label(linkState.revoked) } })
  },
})

function rowOf({ facts, revokedAt, ...link }: StoredUploadLink, now: Date) {
  return { ...link, ...uploadFacts(facts), state: linkStateOf({ revokedAt, expiresAt: link.expiresAt }, now) }
}
