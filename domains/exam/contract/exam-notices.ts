/** What candidates are told of an exam, by which channel and in which words. */
import { id, labelled } from '@kaopei/contract'
import type { MessageKey } from '@kaopei/messaging/contract/template-catalogue'
import { z } from 'zod'

export const examNotices = ['publish', 'start', 'end', 'result', 'analysis'] as const
export type ExamNotice = (typeof examNotices)[number]

/** The message of the catalogue that a notice sends. */
export const noticeKeys = {
  publish: 'examPublished',
  start: 'examStart',
  end: 'examEnd',
  result: 'resultPublished',
  analysis: 'analysisPublished',
} as const satisfies Record<ExamNotice, MessageKey>

/** The setting that wants the notice. */
export const noticeSwitches = {
  publish: 'notifyPublish',
  start: 'notifyStart',
  end: 'notifyEnd',
  result: 'notifyResult',
  analysis: 'notifyAnalysis',
} as const satisfies Record<ExamNotice, string>

/** Nothing by this channel, the company's standard words, or one of its further templates. */
export const templateChoice = labelled(z.union([z.literal('none'), z.literal('standard'), id], '请选择消息模板'), {
  none: '不发送',
  standard: '默认模板',
})
export type TemplateChoice = z.output<typeof templateChoice>

/** null: what `mailTemplateId` and `smsTemplateId` say for all notices together. */
const channels = z.object({ mail: templateChoice.nullable(), sms: templateChoice.nullable() })
export type NoticeChannel = keyof z.output<typeof channels>
export const noticeChannels = ['mail', 'sms'] as const satisfies readonly NoticeChannel[]

export const noticeTemplates = z.object({
  publish: channels,
  start: channels,
  end: channels,
  result: channels,
  analysis: channels,
} satisfies Record<ExamNotice, typeof channels>)
export type NoticeTemplates = z.output<typeof noticeTemplates>

const unsaid = { mail: null, sms: null }
export const defaultNoticeTemplates: NoticeTemplates = {
  publish: unsaid,
  start: unsaid,
  end: unsaid,
  result: unsaid,
  analysis: unsaid,
}

interface TemplateSettings {
  readonly noticeTemplates: NoticeTemplates
  readonly mailTemplateId: string | null
  readonly smsTemplateId: string | null
}

/** Mail is sent unless somebody says otherwise. Text messages cost money: they want to be asked for. */
export function templateOf(settings: TemplateSettings, notice: ExamNotice, channel: NoticeChannel): TemplateChoice {
  const given = settings.noticeTemplates[notice][channel]
  if (given !== null) return given
  return channel === 'mail' ? (settings.mailTemplateId ?? 'standard') : (settings.smsTemplateId ?? 'none')
}
