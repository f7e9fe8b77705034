import { protocolErrors } from '@kaopei/contract'
import { endSessionsOfKeys } from '@kaopei/identity/server'
import { type Implemented, implement } from '@kaopei/server'
import { linkState } from '@kaopei/share/contract/link-row'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { createShareToken, linkStateOf, renewShareToken, revokeShareTokens, siteOfLinks } from '@kaopei/share/server'
import { examErrors } from '../../contract/exam-errors.ts'
import { longestReviewLinkDays, quickMarkingFacts, quickMarkingKind, reviewLinks } from '../../contract/review-links.ts'
import { findExam } from '../exam.sql.ts'
import { withShownContacts } from '../people/shown-contacts.ts'
import { linkAddress, mailLink, readyForLink } from './links.service.ts'
import { findReviewLink, pageOfReviewLinks, type StoredReviewLink } from './links.sql.ts'

export const reviewLinkEndpoints: readonly Implemented[] = implement(reviewLinks, {
  create: async ({ examinationId: examId, staffId, maxDevices, expiresAt, sendsMail }, context) => {
    const { actor, db, fail, now, record, services } = context
    const { companyId, staffId: actorId } = actor
    const { exam, reviewer } = await readyForLink(db, services, { examId, staffId, now, fail })
    if (expiresAt <= now) return fail(shareErrors.pastExpiry)
    if (expiresAt.getTime() - now.getTime() > longestReviewLinkDays * 86_400_000) return fail(examErrors.reviewLinkTooLong)
    const facts = { reviewerId: staffId, maxDevices }
    const wanted = { companyId, actorId, kind: quickMarkingKind, subjectId: examId, title: reviewer.name, facts, expiresAt }
    const { id, token } = await createShareToken(db, wanted)
    const isMailed = sendsMail && (await mailLink(db, services, { companyId, exam, reviewer, token, expiresAt }))
    record({ targetId: id, targetName: reviewer.name, after: { examName: exam.name, maxDevices, expiresAt, isMailed } })
    return { id, url: linkAddress(await siteOfLinks(db, services), token), isMailed }
  },

  list: async ({ examinationId: examId, pageIndex, pageSize }, { actor, db, fail, now }) => {
    if (!(await findExam(db, examId))) return fail(protocolErrors.notFound)
    const paging = { examId, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const { dataList, totalCount } = await pageOfReviewLinks(db, paging)
    const rows = dataList.map((link) => ({ ...rowOf(link, now), loginAccount: '', phone: null }))
    const shown = await withShownContacts(db, actor, rows)
    return { dataList: shown.map(({ loginAccount: _account, phone: _phone, ...row }) => row), totalCount }
  },

  renew: async ({ id }, { actor, db, fail, now, record, services }) => {
    const { companyId } = actor
    const link = await findReviewLink(db, id)
    if (!link) return fail(protocolErrors.notFound)
    const { examId, staffId, expiresAt } = link
    const { exam, reviewer } = await readyForLink(db, services, { examId, staffId, now, fail })
    const token = await renewShareToken(db, { id, kind: quickMarkingKind, now })
    if (token === undefined) return fail(shareErrors.linkOver)
    await endSessionsOfKeys(db, [id], now)
    const isMailed = await mailLink(db, services, { companyId, exam, reviewer, token, expiresAt })
    record({ targetId: id, targetName: link.title, after: { examName: exam.name, isMailed } })
    return { id, url: linkAddress(await siteOfLinks(db, services), token), isMailed }
  },

  revoke: async ({ id }, { db, fail, now, record }) => {
    const link = await findReviewLink(db, id)
    if (!link) return fail(protocolErrors.notFound)
    const closed = await revokeShareTokens(db, { kind: quickMarkingKind, id, now })
    if (closed === 0) return fail(shareErrors.alreadyRevoked)
    await endSessionsOfKeys(db, [id], now)
    record({ targetId: id, targetName: link.title, after: { state: linkState.label(linkState.revoked) } })
  },
})

function rowOf({ facts, revokedAt, examId: _examId, ...link }: StoredReviewLink, now: Date) {
  const { maxDevices } = quickMarkingFacts.parse(facts)
  return { ...link, maxDevices, state: linkStateOf({ revokedAt, expiresAt: link.expiresAt }, now) }
}
