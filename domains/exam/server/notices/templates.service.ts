/** The templates that an exam names: the company's own, each of the message that it is to send; and how they read. */
import { messageChannel } from '@kaopei/messaging/contract/outbox'
import { mayLeave, previewTemplate, selectTemplateIds } from '@kaopei/messaging/server'
import type { Db, Fail, Services } from '@kaopei/server'
import { examErrors } from '../../contract/exam-errors.ts'
import {
  type ExamNotice,
  examNotices,
  type NoticeChannel,
  noticeChannels,
  noticeKeys,
  type TemplateChoice,
  templateOf,
} from '../../contract/exam-notices.ts'
import { type ExamSettings, examSettings, titleOfExam } from '../../contract/exam-settings.ts'
import type { ExamRow } from '../exam.sql.ts'

interface Given {
  readonly companyId: string
  readonly before: ExamSettings | undefined
  readonly after: ExamSettings
  readonly fail: Fail<(typeof examErrors)['templateRefused' | 'channelOff']>
}

/** What was named before may be gone by now: then the standard words are sent, and everything else can still be saved. */
export async function refuseTemplates(db: Db, services: Services, given: Given): Promise<void> {
  const { before, after, fail } = given
  for (const channel of noticeChannels) {
    const known = new Set(before ? namedIn(before, channel).map(placeOf) : [])
    const fresh = namedIn(after, channel).filter((one) => !known.has(placeOf(one)))
    for (const { id, keys } of fresh) {
      const wanted = { ids: [id], keys, channel: messageChannel[channel] }
      if ((await selectTemplateIds(db, wanted)).length === 0) fail(examErrors.templateRefused)
    }
  }
  await refuseUncarried(db, services, given)
}

const serviceNames: Readonly<Record<NoticeChannel, string>> = { mail: '邮件', sms: '短信' }

/** A channel that is newly asked for leads to people. What an exam has wanted before, or wants unasked, stays: a service may come and go. */
async function refuseUncarried(db: Db, services: Services, { companyId, before, after, fail }: Given): Promise<void> {
  const former = before ?? examSettings.parse({})
  for (const notice of examNotices) {
    for (const name of noticeChannels) {
      const choice = templateOf(after, notice, name)
      if (choice === 'none' || choice === templateOf(former, notice, name)) continue
      const templateId = choice === 'standard' ? null : choice
      const wanted = { companyId, channel: messageChannel[name], key: noticeKeys[notice], templateId }
      if (await mayLeave(db, services, wanted)) continue
      fail(examErrors.channelOff, {
        text: `${serviceNames[name]}通知发不出去：尚未接入${serviceNames[name]}服务，或所选模板没有服务商模板编号。请改为“不发${serviceNames[name]}”，或联系运维人员设置`,
      })
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

export async function previewNotice(
  db: Db,
  services: Services,
  given: {
    companyId: string
    exam: ExamRow
    staffName: string
    notice: ExamNotice
    channel: NoticeChannel
    template: TemplateChoice
    fail: Fail<(typeof examErrors)['templateRefused']>
  },
): Promise<{ isOff: boolean; subject: string; body: string }> {
  const { companyId, exam, staffName, notice, template, fail } = given
  const nothing = { isOff: true, subject: '', body: '' }
  if (template === 'none') return nothing
  const [key, channel] = [noticeKeys[notice], messageChannel[given.channel]]
  const templateId = template === 'standard' ? null : template
  if (templateId !== null && (await selectTemplateIds(db, { ids: [templateId], keys: [key], channel })).length === 0)
    return fail(examErrors.templateRefused)
  const { openAt: startTime, closeAt: endTime, sumScoreHundredths } = exam
  const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
  const variables = { staffName, examName, startTime, endTime, score: String(sumScoreHundredths / 100), passText: '合格' }
  const shown = await previewTemplate(db, services, { companyId, channel, key, templateId, variables })
  return shown ? { isOff: false, subject: shown.subject, body: shown.body } : nothing
}
