import { maskEmail } from '@kaopei/contract'
import { quickMarkingKind } from '@kaopei/exam/contract/review-links'
import { isRightCode, openConfinedSession, secondsBetweenCodes, sendCode } from '@kaopei/identity/server'
import { type Implemented, implement } from '@kaopei/server'
import { admitDevice, noteTokenUse } from '@kaopei/share/server'
import { markingErrors } from '../contract/errors.ts'
import { quickMarking } from '../contract/quick-marking.ts'
import { type OpenedLink, openLink } from './quick-marking.service.ts'

const opensPerMinute = 240
const longestSessionMs = 12 * 3_600_000
const mail = 2

/** The page /heExamines: the link says whose marking of which exam, the code by mail that it is them. */
export const quickMarkingEndpoints: readonly Implemented[] = implement(quickMarking, {
  open: async ({ token }, { db, fail, limitRate, now, request }) => {
    await limitRate(`quick-open:${request.network}`, opensPerMinute, 60)
    const { link, exam, reviewer } = await openLink(db, { token, now, fail })
    const { companyName, name: reviewerName, email } = reviewer
    return {
      linkId: link.id,
      companyName,
      examName: exam.title,
      reviewerName,
      email: maskEmail(email),
      expiresAt: link.expiresAt,
    }
  },

  sendCode: async ({ token }, { db, fail, limitRate, now, record, request, services }) => {
    await limitRate(`quick-code:${request.network}`, 60, 3600)
    const { link, reviewer, exam } = await openLink(db, { token, now, fail })
    await limitRate(`quick-code-link:${link.id}`, 1, secondsBetweenCodes)
    await limitRate(`quick-code-day:${link.companyId}:${reviewer.id}`, 20, 86_400)
    const { companyId } = link
    const wanted = { companyId, kind: 'link', accountId: reviewer.id, channel: mail, address: reviewer.email, now } as const
    const expiresAt = await sendCode(db, services.secret, wanted)
    record({ by: byOf({ link, reviewer }), targetId: exam.id, targetName: exam.title, after: { to: maskEmail(reviewer.email) } })
    return { expiresAt, retryAfterSeconds: secondsBetweenCodes }
  },

  enter: async ({ token, pin, deviceKey }, { db, fail, limitRate, now, record, refuse, request, services }) => {
    await limitRate(`quick-pin:${request.network}`, 300, 600)
    const { link, exam, reviewer, maxDevices } = await openLink(db, { token, now, fail })
    const { companyId } = link
    await limitRate(`quick-pin-link:${link.id}`, 20, 600)
    const logged = { by: byOf({ link, reviewer }), targetId: exam.id, targetName: exam.title }
    const proof = { companyId, kind: 'link', accountId: reviewer.id, address: reviewer.email, pin, now } as const
    if (!(await isRightCode(db, services.secret, proof))) {
      record({ ...logged, action: 'checkCodeFailed' })
      return refuse(markingErrors.pinWrong)
    }
    const admitted = await admitDevice(db, link, { deviceKey, most: maxDevices, userAgent: request.userAgent, now })
    if (admitted === undefined) return fail(markingErrors.devicesFull)
    await noteTokenUse(db, link, now)
    const expiresAt = new Date(Math.min(link.expiresAt.getTime(), now.getTime() + longestSessionMs))
    const session = await openConfinedSession(db, services.secret, {
      companyId,
      account: { id: reviewer.id, name: reviewer.name },
      confinement: { kind: quickMarkingKind, subjectId: exam.id, keyId: link.id },
      request,
      expiresAt,
      now,
    })
    record({ ...logged, after: { ip: request.ip } })
    return { deviceKey: admitted, examId: exam.id, reviewQuestionType: exam.settings.reviewQuestionType, session }
  },
})

function byOf({ link, reviewer }: Pick<OpenedLink, 'link' | 'reviewer'>) {
  return { companyId: link.companyId, id: reviewer.id, name: reviewer.name }
}
