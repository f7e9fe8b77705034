/** Whoever keeps the bank is written to about each report once: by mail, or by SMS where the company has words of its own for it. */
import { cut } from '@kaopei/contract'
import { hasOwnWords, mayLeave, sendTemplate } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import { questionCards } from '@kaopei/question/server'
import type { Db, Services } from '@kaopei/server'
import { reportKind } from '../../contract/codes.ts'
import { findKeeper } from './report.sql.ts'

const key = 'questionReported'
const listPath = '/application/ote/practiceReport?of=mine'

interface Told {
  readonly reportId: string
  readonly questionId: string
  readonly staffId: string
  readonly kind: number
  readonly text: string
}

/** In the transaction of the report. Nobody is told of their own, and nobody where the keeper has left or has no address: the list has it all the same. */
export async function tellKeeper(db: Db, services: Services, { reportId, questionId, staffId, kind, text }: Told): Promise<void> {
  const [card] = await questionCards(db, [questionId])
  if (!card?.keeperId || card.keeperId === staffId) return
  const keeper = await findKeeper(db, card.keeperId)
  const channel = keeper && (await channelTo(db, services, keeper))
  if (!channel) return
  const variables = {
    staffName: keeper.name,
    bankName: card.bankName,
    stem: cut(card.stemText, 100),
    kindText: reportKind.label(kind),
    text: cut(text, 200),
    reportLink: `${await companySite(db, services)}${listPath}`,
  }
  await sendTemplate(db, services, {
    companyId: db.companyId,
    key,
    ...channel,
    variables,
    dedupeKey: `practice-report:${reportId}`,
  })
}

type Addressed = { readonly channel: 1 | 2; readonly address: string }

async function channelTo(
  db: Db,
  services: Services,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<Addressed | undefined> {
  if (email !== null) return { channel: 2, address: email }
  const sms = { companyId: db.companyId, channel: 1, key } as const
  if (phone === null || !(await hasOwnWords(db, sms)) || !(await mayLeave(db, services, sms))) return undefined
  return { channel: 1, address: phone }
}
