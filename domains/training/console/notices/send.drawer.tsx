import { formFor, Loaded, useCall } from '@kaopei/web'
import { Alert, Input, Radio, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { projectNotice } from '../../contract/notice.ts'
import { unwrittenWords } from './notice-words.ts'

const { Field, FormDrawer, useValue, useFormInstance } = formFor(projectNotice.send)

export interface SendProps {
  readonly projectId: string
  /** Those chosen; none: everybody who takes part. */
  readonly people: readonly { readonly staffId: string; readonly name: string }[]
  readonly onClose: () => void
}

/** Writes to the people of a project, once it is seen whom it reaches. */
export default function Send({ projectId, people, onClose }: SendProps): ReactNode {
  const form = useFormInstance()
  const staffIds = people.length === 0 ? undefined : people.map(({ staffId }) => staffId)
  const onlyOwing = useValue('onlyOwing', form) ?? false
  return (
    <FormDrawer
      open
      form={form}
      title="发送通知"
      okText="发送"
      endpoint={projectNotice.send}
      successText="已开始发送，结果见“通知”"
      onClose={onClose}
      initialValues={{ projectId, title: '', content: '', onlyOwing: false, ...(staffIds && { staffIds }) }}
    >
      <Field name="onlyOwing" label={staffIds ? `所选 ${staffIds.length} 人` : '发送给'} required={false}>
        <Radio.Group
          options={[
            { value: false, label: staffIds ? '全部' : '全部学员' },
            { value: true, label: '只发给未完成的' },
          ]}
        />
      </Field>
      <Touch {...{ projectId, onlyOwing }} {...(staffIds && { staffIds })} />
      <Field name="title" label="标题">
        <Input maxLength={100} showCount placeholder="例如：请在本周五前完成消防演练" />
      </Field>
      <Field name="content" label="内容">
        <Input.TextArea rows={8} maxLength={5000} showCount />
      </Field>
    </FormDrawer>
  )
}

interface TouchProps {
  readonly projectId: string
  readonly staffIds?: string[]
  readonly onlyOwing: boolean
}

/** Whom it would reach, before anybody is written to. */
function Touch(wish: TouchProps): ReactNode {
  const asked = useCall(projectNotice.touch, wish, { keepPrevious: true })
  return (
    <Loaded of={asked} skeleton={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
      {({ mail, sms, writtenCount, ...counts }) => {
        if (!mail && !sms) {
          return (
            <Alert
              type="warning"
              showIcon
              className="kp-training-alert"
              title="通知发不出去：尚未接入邮件服务，也没有可用的短信模板。请在消息模板中启用，或联系运维人员设置。"
            />
          )
        }
        const ways = [...(mail ? ['邮件'] : []), ...(sms ? ['短信'] : [])].join('和')
        const reasons = unwrittenWords(counts)
        return (
          <p aria-live="polite">
            将以{ways}发送给 <strong>{writtenCount}</strong> 人。
            {reasons.length > 0 && <span className="kp-hint">不会发送：{reasons.join('，')}。</span>}
          </p>
        )
      }}
    </Loaded>
  )
}
