import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { sitting } from '../../contract/sitting.ts'
import { findOwnAttempt, selectReceived } from '../attempt.sql.ts'
import { attemptStateLabels } from '../rules/attempt-transition.ts'
import { isReceiptOf, receiptOf } from './receipt.ts'
import { selectRevisions } from './revision.sql.ts'

type ReceiptHandlers = Pick<Handlers<typeof sitting>, 'receipts' | 'reconcile'>

export const receiptHandlers: ReceiptHandlers = {
  receipts: async ({ attemptId }, { actor, db, now, services, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const received = await selectReceived(db, attemptId)
    const current = new Map(received.map(({ slot, rev }) => [slot, rev]))
    const revisions = await selectRevisions(db, attemptId)
    const dataList = revisions
      .filter(({ kind }) => kind === 'save')
      .map((revision) => ({
        ...revision,
        receipt: receiptOf(services.secret, { attemptId, ...revision }),
        isCurrent: current.get(revision.slot) === revision.rev,
      }))
    return {
      serverTime: now,
      examName: attempt.title,
      candidateName: attempt.personName,
      stateLabel: attemptStateLabels[attempt.state],
      submittedAt: attempt.submittedAt,
      slots: received.map(({ slot }) => slot),
      dataList,
      totalCount: dataList.length,
      evidence: revisions.flatMap(({ kind, ...revision }) => (kind === 'save' ? [] : [{ ...revision, kind }])),
    }
  },

  reconcile: async ({ attemptId, receipts }, { actor, db, services, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const revisions = await selectRevisions(db, attemptId)
    const saved = revisions.filter(({ kind }) => kind === 'save')
    const stored = new Map(saved.map((revision) => [`${revision.slot}:${revision.rev}`, revision]))
    const missing = receipts.flatMap(({ slot, rev, receipt }) => {
      const revision = stored.get(`${slot}:${rev}`)
      return revision && isReceiptOf(services.secret, { attemptId, ...revision }, receipt) ? [] : [{ slot, rev }]
    })
    return { matched: receipts.length - missing.length, missing }
  },
}
