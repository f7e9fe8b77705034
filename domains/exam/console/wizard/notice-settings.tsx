import { messageTemplate, templateType } from '@kaopei/messaging/contract/message-template'
import { supplier } from '@kaopei/messaging/contract/supplier'
import { formFor, useCall } from '@kaopei/web'
import { Button, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { exam } from '../../contract/exam.ts'
import {
  type ExamNotice,
  examNotices,
  type NoticeChannel,
  type NoticeTemplates,
  noticeChannels,
  noticeKeys,
  noticeSwitches,
  type TemplateChoice,
} from '../../contract/exam-notices.ts'
import { examSettingTexts } from '../../contract/exam-setting-labels.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { NoticePreview } from './notice-preview.tsx'

const { Field, useValue } = formFor(exam.save)

const channelNames: Readonly<Record<NoticeChannel, string>> = { mail: '邮件', sms: '短信' }

interface NoticeSettingsProps {
  readonly examId: string
  /** The notice of publishing has gone out with it. */
  readonly isPublished: boolean
}

/** 通知: which are sent, by which channel, in which words. */
export function NoticeSettings({ examId, isPublished }: NoticeSettingsProps): ReactNode {
  return (
    <section className="kp-card" aria-label="通知">
      <h2 className="kp-exam-section">通知</h2>
      {examNotices.map((notice) => (
        <NoticeRow key={notice} examId={examId} notice={notice} isFrozen={isPublished && notice === 'publish'} />
      ))}
      <ReviewerRow />
    </section>
  )
}

function NoticeRow({
  examId,
  notice,
  isFrozen,
}: {
  readonly examId: string
  readonly notice: ExamNotice
  readonly isFrozen: boolean
}): ReactNode {
  const name = noticeSwitches[notice]
  const { label, hint } = examSettingTexts[name]
  const isOn = useValue(name) === true
  return (
    <div className="kp-permit">
      <div className="kp-permit-text">
        <label htmlFor={name}>{label}</label>
        <span>{hint}</span>
      </div>
      <Field name={name} required={false} valuePropName="checked">
        <Switch disabled={isFrozen} />
      </Field>
      {isOn && (
        <div className="kp-notice-channels">
          {noticeChannels.map((channel) => (
            <TemplateField key={channel} examId={examId} notice={notice} channel={channel} label={`${label}：`} />
          ))}
        </div>
      )}
    </div>
  )
}

/** In the company's standard words, by mail alone. */
function ReviewerRow(): ReactNode {
  const { label, hint } = examSettingTexts.notifyReviewer
  const isCarried = useCall(supplier.state).data?.mail !== false
  return (
    <div className="kp-permit">
      <div className="kp-permit-text">
        <label htmlFor="notifyReviewer">{label}</label>
        <span>{isCarried ? hint : `${hint}；尚未接入邮件服务，不会发出`}</span>
      </div>
      <Field name="notifyReviewer" required={false} valuePropName="checked">
        <Switch />
      </Field>
    </div>
  )
}

function TemplateField({
  examId,
  notice,
  channel,
  label,
}: {
  readonly examId: string
  readonly notice: ExamNotice
  readonly channel: NoticeChannel
  readonly label: string
}): ReactNode {
  const chosen = useValue('noticeTemplates')?.[notice]?.[channel]
  const [isPreviewing, setPreviewing] = useState(false)
  const asked = useCall(messageTemplate.options, { type: templateType[channel], key: noticeKeys[notice] })
  const id = `notice-${notice}-${channel}`
  const carried = useCall(supplier.state).data
  const isCarried = carried?.[channel] !== false
  const hasStandard = isCarried && (channel === 'mail' || carried?.smsMessages.includes(noticeKeys[notice]) !== false)
  const options = optionsOf(asked.data, chosen, channel).filter(({ value }) =>
    value === 'standard' ? hasStandard || value === chosen : isCarried || value === 'none' || value === chosen,
  )
  return (
    <div className="kp-notice-channel">
      <label htmlFor={id}>{channelNames[channel]}</label>
      <Field name={['noticeTemplates', notice, channel]} noStyle rules={[]}>
        <Select
          id={id}
          aria-label={`${label}${channelNames[channel]}模板`}
          options={options}
          loading={asked.isPending}
          placeholder={isCarried ? '沿用原有设置' : '尚未接入服务'}
          status={asked.error ? 'error' : ''}
        />
      </Field>
      <Button
        type="link"
        size="small"
        disabled={!chosen || chosen === 'none'}
        aria-label={`预览${label}${channelNames[channel]}`}
        onClick={() => setPreviewing(true)}
      >
        预览
      </Button>
      {!isCarried && <span className="kp-hint">尚未接入{channelNames[channel]}服务，不会发出</span>}
      {isCarried && !hasStandard && <span className="kp-hint">请选择填写了服务商模板编号的短信模板</span>}
      {isPreviewing && chosen && (
        <NoticePreview
          input={{ id: examId, notice, channel, template: chosen }}
          title={`${label}${channelNames[channel]}`}
          onClose={() => setPreviewing(false)}
        />
      )}
    </div>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** A template that is gone meanwhile is still said, and what is sent instead. */
function optionsOf(
  templates: readonly { readonly id: string | null; readonly name: string }[] | undefined,
  chosen: TemplateChoice | null | undefined,
  channel: NoticeChannel,
): Option[] {
  const known = (templates ?? [{ id: null, name: '默认模板' }]).map(({ id, name }) => ({ value: id ?? 'standard', label: name }))
  const options = [{ value: 'none', label: `不发${channelNames[channel]}` }, ...known]
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: templates ? '已停用或删除的模板（改用默认模板）' : '…' }]
}

/** What the form begins with: nobody has said anything yet where nothing was ever chosen. */
export function initialTemplates({
  noticeTemplates,
  mailTemplateId,
  smsTemplateId,
}: Pick<ExamSettings, 'noticeTemplates' | 'mailTemplateId' | 'smsTemplateId'>): NoticeTemplates {
  const of = ({ mail, sms }: NoticeTemplates[ExamNotice]) => ({
    mail: mail ?? (mailTemplateId === null ? ('standard' as const) : null),
    sms: sms ?? (smsTemplateId === null ? ('none' as const) : null),
  })
  const { publish, start, end, result, analysis } = noticeTemplates
  return { publish: of(publish), start: of(start), end: of(end), result: of(result), analysis: of(analysis) }
}
