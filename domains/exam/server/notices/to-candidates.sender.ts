/** How one notice of an exam reaches people: by mail, by text message, in the words that its author chose. */
import type { MessageVariables } from '@kaopei/messaging/contract/template-catalogue'
import { prepareTemplate } from '@kaopei/messaging/server'
import type { Db, Services } from '@kaopei/server'
import { type ExamNotice, noticeKeys, templateOf } from '../../contract/exam-notices.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import type { Reached } from './to-candidates.sql.ts'

type Variables<N extends ExamNotice> = MessageVariables<(typeof noticeKeys)[N]>

/** The words are read once. A template that is gone meanwhile gives way to the standard one; a message that is switched off is not sent. */
export async function senderOf<N extends ExamNotice>(
  db: Db,
  services: Services,
  { companyId, settings, notice }: { companyId: string; settings: ExamSettings; notice: N },
): Promise<(person: Reached, variables: Variables<N>, dedupeKey: string) => Promise<void>> {
  const key = noticeKeys[notice]
  const by = async (name: 'mail' | 'sms', channel: 1 | 2) => {
    const choice = templateOf(settings, notice, name)
    if (choice === 'none') return undefined
    const templateId = choice === 'standard' ? null : choice
    return prepareTemplate(db, services, { companyId, channel, key, templateId })
  }
  const [mail, sms] = [await by('mail', 2), await by('sms', 1)]
  return async ({ email, phone }, variables, dedupeKey) => {
    if (email !== null) await mail?.({ address: email, variables, dedupeKey })
    if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
  }
}
