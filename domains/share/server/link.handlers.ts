import { protocolErrors } from '@kaopei/contract'
import { type Implemented, implement, mayUse } from '@kaopei/server'
import { linkState } from '../contract/link-row.ts'
import { carriesToken } from '../contract/own-path.ts'
import { manageLinks, shareErrors, shortLink } from '../contract/short-link.ts'
import { findLink, pageOfLinks, revokeLink, type StoredLink } from './link.sql.ts'
import { linkStateOf } from './share-token.ts'
import { createShortLink, linkPath } from './short-link.ts'
import { ownPathFor, siteOfLinks } from './site.ts'

const linksPerDay = 500

export const linkEndpoints: readonly Implemented[] = implement(shortLink, {
  create: async ({ originUrl, title, expiresAt }, { actor, db, fail, limitRate, now, record, services }) => {
    const site = await siteOfLinks(db, services)
    const path = ownPathFor(originUrl, site)
    if (path === undefined) return fail(shareErrors.foreignUrl)
    if (carriesToken(path)) return fail(shareErrors.holdsToken)
    if (expiresAt && expiresAt <= now) return fail(shareErrors.pastExpiry)
    await limitRate(`short-link:${actor.companyId}:${actor.staffId}`, linksPerDay, 86_400)
    const wanted = { companyId: actor.companyId, actorId: actor.staffId, originUrl: path, title, expiresAt: expiresAt ?? null }
    const { code, url } = await createShortLink(db, wanted, now)
    record({ targetId: code, targetName: title, after: { originUrl: path, expiresAt } })
    return `${site}${url}`
  },

  list: async ({ isAll, originUrl, ...filter }, { actor, db, fail, now, services }) => {
    if (isAll && !mayUse(actor, manageLinks.code)) return fail(protocolErrors.noPermission)
    const createdBy = isAll ? undefined : actor.staffId
    const site = await siteOfLinks(db, services)
    const path = originUrl && ownPathFor(originUrl, site)
    if (originUrl && !path) return { dataList: [], totalCount: 0 }
    const page = await pageOfLinks(db, { ...filter, originUrl: path, createdBy }, now)
    return { ...page, dataList: page.dataList.map((link) => rowOf(link, { staffId: actor.staffId, now, site })) }
  },

  revoke: async ({ id }, { actor, db, fail, now, record }) => {
    const link = await findLink(db, id)
    if (!link || (link.createdById !== actor.staffId && !mayUse(actor, manageLinks.code))) return fail(protocolErrors.notFound)
    if (!(await revokeLink(db, id, now))) return fail(shareErrors.alreadyRevoked)
    const before = linkState.label(linkStateOf(link, now))
    const after = linkState.label(linkState.revoked)
    record({
      targetId: id,
      targetName: link.title,
      before: { originUrl: link.originUrl, state: before },
      after: { state: after },
    })
  },
})

interface Reader {
  readonly staffId: string
  readonly now: Date
  readonly site: string
}

function rowOf({ createdById, ...link }: StoredLink, { staffId, now, site }: Reader) {
  return { ...link, url: `${site}${linkPath}/${link.code}`, state: linkStateOf(link, now), isOwn: createdById === staffId }
}
