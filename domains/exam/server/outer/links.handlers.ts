import { protocolErrors } from '@kaopei/contract'
import { type Implemented, implement } from '@kaopei/server'
import { linkState } from '@kaopei/share/contract/link-row'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { createShareToken, linkStateOf, revokeShareTokens, siteOfLinks } from '@kaopei/share/server'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examSettings, isByLink } from '../../contract/exam-settings.ts'
import { outerLinks } from '../../contract/outer-links.ts'
import { lockedExam } from '../exam.service.ts'
import { findExam } from '../exam.sql.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { findOuterLink, joinKind, pageOfOuterLinks, type StoredOuterLink } from './links.sql.ts'

const facts = z.object({ limit: z.number().int() })

/** What a link's row says of those whom it lets in. */
export function linkFacts(stored: Readonly<Record<string, unknown>>) {
  return facts.parse(stored)
}

/** What organisers do with the links of their exams. */
export const outerLinkEndpoints: readonly Implemented[] = implement(outerLinks, {
  create: async ({ examinationId: subjectId, title, limit, expiresAt }, context) => {
    const { actor, db, fail, now, record, services } = context
    const { companyId, staffId: actorId } = actor
    const exam = await lockedExam(db, { id: subjectId, version: undefined, now })
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    if (examStatusAt(exam, now) === examStatus.ended) return fail(examErrors.ended)
    if (!isByLink(examSettings.parse(exam.settings).outerParticipationMode)) return fail(examErrors.linksOff)
    if (expiresAt <= now) return fail(shareErrors.pastExpiry)
    const wanted = { companyId, actorId, kind: joinKind, subjectId, title, facts: { limit }, expiresAt }
    const { id, token } = await createShareToken(db, wanted)
    record({ targetId: id, targetName: title, after: { examName: exam.name, limit, expiresAt } })
    const site = await siteOfLinks(db, services)
    return { id, url: `${site}/candidate/join?token=${token}` }
  },

  list: async ({ examinationId: examId, pageIndex, pageSize }, { db, fail, now }) => {
    if (!(await findExam(db, examId))) return fail(protocolErrors.notFound)
    const paging = { examId, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const { dataList, totalCount } = await pageOfOuterLinks(db, paging)
    return { dataList: dataList.map((link) => rowOf(link, now)), totalCount }
  },

  revoke: async ({ id }, { db, fail, now, record }) => {
    const link = await findOuterLink(db, id)
    if (!link) return fail(protocolErrors.notFound)
    if ((await revokeShareTokens(db, { kind: joinKind, id, now })) === 0) return fail(shareErrors.alreadyRevoked)
    record({ targetId: id, targetName: link.title, after: { state: linkState.label(linkState.revoked) } })
  },
})

function rowOf({ facts: stored, revokedAt, ...link }: StoredOuterLink, now: Date) {
  return { ...link, ...linkFacts(stored), state: linkStateOf({ revokedAt, expiresAt: link.expiresAt }, now) }
}
