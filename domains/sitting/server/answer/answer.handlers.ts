import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { sittingErrors } from '../../contract/errors.ts'
import { sitting } from '../../contract/sitting.ts'
import { shownBrowser } from '../safe-browser.ts'
import { noteContact } from '../watching/presence.ts'
import { beatGathered } from './heartbeat.sql.ts'
import type { SaveOutcome } from './save.sql.ts'
import { saveItems } from './saving.ts'

type AnswerHandlers = Pick<Handlers<typeof sitting>, 'save' | 'heartbeat'>

export const answerHandlers: AnswerHandlers = {
  save: async ({ attemptId, leaseEpoch, items }, context) => {
    const { actor, db, now, services, fail } = context
    const { companyId, staffId } = actor
    const shown = await shownBrowser(context, sitting.save.facts.path)
    const saved = await saveItems(db, { companyId, staffId, attemptId, leaseEpoch, now, services, shown }, items)
    if (!saved) return fail(protocolErrors.notFound)
    const { outcome, answer } = saved
    if (outcome !== 'open') return fail(refusals[outcome], { data: answer })
    return answer
  },

  heartbeat: async ({ attemptId, leaseEpoch, events }, { actor, db, now, request, fail }) => {
    const { companyId, staffId } = actor
    const row = await beatGathered({ db, companyId, staffId, attemptId, leaseEpoch, now, events })
    if (!row) return fail(protocolErrors.notFound)
    if (row.submitted_at === null) noteContact({ companyId, attemptId, heardAt: now, ip: request.ip })
    return {
      serverTime: now,
      due: row.due_at,
      graceSeconds: row.grace_seconds,
      state: row.state,
      submittedAt: row.submitted_at,
      leaseEpoch: row.epoch,
      hasLease: row.epoch === leaseEpoch,
      leaves: row.leaves,
      awayMs: row.away_ms,
      tellings: row.tellings.map((telling) => ({ ...telling, at: new Date(telling.at) })),
      load: serverLoad.tell({ companyId, id: attemptId }),
    }
  },
}

const refusals = {
  unsafe: sittingErrors.notSafe,
  replaced: sittingErrors.replaced,
  paused: sittingErrors.paused,
  closed: sittingErrors.closed,
  late: sittingErrors.late,
} satisfies Record<Exclude<SaveOutcome, 'open' | 'notFound'>, unknown>
