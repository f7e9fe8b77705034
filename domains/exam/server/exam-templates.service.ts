/** Whether the templates that an exam names are the company's and of the message that they are to send. */
import { messageChannel } from '@kaopei/messaging/contract/outbox'
import type { Db, Fail } from '@kaopei/server'
import { examErrors } from '../contract/exam-errors.ts'
import { examNotices, type NoticeChannel, noticeChannels, noticeKeys } from '../contract/exam-notices.ts'
import type { ExamSettings } from '../contract/exam-settings.ts'
import { selectTemplateIds } from './exam-notice.sql.ts'

/** What was named before may be gone by now: then the standard words are sent, and everything else can still be saved. */
export async function refuseTemplates(
  db: Db,
  given: {
    companyId: string
    before: ExamSettings | undefined
    after: ExamSettings
    fail: Fail<(typeof examErrors)['templateRefused']>
  },
): Promise<void> {
  const { companyId, before, after, fail } = given
  for (const channel of noticeChannels) {
    const known = new Set(before ? namedIn(before, channel).map(placeOf) : [])
    const fresh = namedIn(after, channel).filter((one) => !known.has(placeOf(one)))
    for (const { id, keys } of fresh) {
      const wanted = { ids: [id], keys, channel: channel === 'mail' ? messageChannel.mail : messageChannel.sms }
      if ((await selectTemplateIds(db, companyId, wanted)).length === 0) fail(examErrors.templateRefused)
    }
  }
}

interface Named {
  readonly id: string
  /** It must be of one of these messages. */
  readonly keys: readonly string[]
}

function namedIn(settings: ExamSettings, channel: NoticeChannel): Named[] {
  const ofAll = channel === 'mail' ? settings.mailTemplateId : settings.smsTemplateId
  const single = examNotices.flatMap((notice) => {
    const choice = settings.noticeTemplates[notice][channel]
    return choice === null || choice === 'none' || choice === 'standard' ? [] : [{ id: choice, keys: [noticeKeys[notice]] }]
  })
  return ofAll === null ? single : [...single, { id: ofAll, keys: Object.values(noticeKeys) }]
}

const placeOf = ({ id, keys }: Named) => `${id}:${keys.join()}`
