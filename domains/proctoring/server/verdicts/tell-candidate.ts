/** What was decided leaves for the candidate with the step that decides it: by mail, and by SMS where the company has words of its own for it. */
import { wallClockMs } from '@kaopei/contract'
import { preparedChannels } from '@kaopei/messaging/server'
import { companySite, timeZoneOf } from '@kaopei/platform/server'
import type { Db, Services } from '@kaopei/server'
import { verdictLabels } from '../../contract/verdicts/verdict-codes.ts'
import { findContact } from './contact.sql.ts'
import { type Told, takesBack, toldOf } from './told.ts'
import { type StepRow, selectSteps } from './verdict.sql.ts'

export interface Telling {
  readonly attemptId: string
  readonly staffId: string
  readonly examName: string
  readonly now: Date
}

const tells = new Set<StepRow['step']>(['warn', 'decide', 'confirm'])
const answers = new Set<StepRow['step']>(['uphold', 'overturn'])

/** In the transaction of the step; one message for each step and channel. */
export async function tellCandidate(db: Db, services: Services, { attemptId, staffId, examName, now }: Telling): Promise<void> {
  const steps = await selectSteps(db, attemptId)
  const last = steps.at(-1)
  const told = toldOf(steps, now)
  const isTold = last && (tells.has(last.step) || answers.has(last.step) || takesBack(steps, steps.length - 1))
  if (!last || !told || !isTold) return
  const contact = await findContact(db, staffId)
  if (!contact) return
  const { name: staffName, email, phone } = contact
  const common = {
    ...{ staffName, examName, verdictText: verdictLabels[told.verdict], effectText: told.effectText },
    toldText: last.toldText || told.toldText || '无',
    verdictLink: `${await companySite(db, services)}/candidate/verdict/${attemptId}`,
  }
  const dedupeKey = `verdict:${attemptId}:${last.number}`
  if (answers.has(last.step)) {
    const { mail, sms } = await preparedChannels(db, services, 'appealDecided')
    const variables = { ...common, outcomeText: last.step === 'uphold' ? '维持原裁定' : '撤销原裁定' }
    if (email !== null) await mail?.({ address: email, variables, dedupeKey })
    if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
    return
  }
  const { mail, sms } = await preparedChannels(db, services, 'verdictTold')
  const variables = { ...common, reasonText: told.reasonText, appealText: appealText(told, await timeZoneOf(db)) }
  if (email !== null) await mail?.({ address: email, variables, dedupeKey })
  if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
}

function appealText({ appealUntil }: Told, zone: string): string {
  if (appealUntil === null) return '如有疑问，请联系考试组织者。'
  const until = new Date(wallClockMs(appealUntil, zone)).toISOString().slice(0, 16).replace('T', ' ')
  return `如有异议，请在 ${until} 前提出申诉。`
}
