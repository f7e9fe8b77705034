import { RichText, useAction, useCall, useSettled } from '@kaopei/web'
import { Alert, Button, Collapse, Form, type FormInstance, Input } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { messageTemplate, templateType } from '../contract/message-template.ts'
import { smsAlone, smsPerPart } from '../contract/sms-length.ts'
import { supplier } from '../contract/supplier.ts'
import { type MessageKey, variablesOf } from '../contract/template-catalogue.ts'

const restMs = 400

interface PreviewProps {
  readonly type: 1 | 2
  readonly messageKey: MessageKey
  readonly form: FormInstance
}

type Typed = Readonly<Record<string, string>>

/** What the receiver would get, with typed values; what is wrong with the words; a test to one's own address. */
export function TemplatePreview({ type, messageKey, form }: PreviewProps): ReactNode {
  const [values, setValues] = useState<Typed>({})
  const subject = textOf(Form.useWatch('subject', form))
  const body = textOf(Form.useWatch('body', form))
  const signature = textOf(Form.useWatch('signature', form))
  const providerTemplateId = textOf(Form.useWatch('providerTemplateId', form))
  const input = useMemo(
    () => ({ type, key: messageKey, subject, body, signature, values }),
    [type, messageKey, subject, body, signature, values],
  )
  const settled = useSettled(input, restMs)
  const shown = useCall(messageTemplate.preview, settled, { enabled: settled.body.trim() !== '', keepPrevious: true })
  const test = useAction(messageTemplate.testSend, { successText: '', refreshes: [] })
  const [sentTo, setSentTo] = useState<string>()
  const send = async () => {
    const outcome = await test.run({ ...input, providerTemplateId })
    setSentTo(outcome.ok ? outcome.data.address : undefined)
  }
  const carried = useCall(supplier.state).data
  const isCarried = carried?.[type === templateType.sms ? 'sms' : 'mail'] !== false
  const preview = settled.body.trim() === '' ? undefined : shown.data
  const problems = preview?.problems ?? []
  return (
    <section className="kp-template-preview" aria-label="预览">
      <h3>预览</h3>
      {problems.map(({ message }) => (
        <Alert key={message} type="error" showIcon title={message} />
      ))}
      {!preview && <p className="kp-hint">输入正文后在这里查看效果</p>}
      {preview && type === templateType.sms && (
        <>
          <p className="kp-template-sms">{preview.body}</p>
          <p className="kp-hint" aria-live="polite">
            含签名共 {preview.characters} 字，按 {preview.parts} 条计费（{smsAlone} 字以内 1 条，超出后每 {smsPerPart} 字 1 条）
          </p>
        </>
      )}
      {preview && type === templateType.mail && (
        <div className="kp-template-mail">
          <strong>{preview.subject}</strong>
          <RichText html={preview.body} />
        </div>
      )}
      <ValueFields messageKey={messageKey} values={values} onChange={setValues} />
      <Button loading={test.isRunning} disabled={!preview || problems.length > 0 || !isCarried} onClick={() => void send()}>
        测试发送给自己
      </Button>
      {!isCarried && (
        <p className="kp-hint">尚未接入{type === templateType.sms ? '短信' : '邮件'}服务，不能测试发送；请联系运维人员设置。</p>
      )}
      {sentTo !== undefined && <Alert type="success" showIcon title={`测试消息正在发往 ${sentTo}，可在消息发件箱查看结果`} />}
    </section>
  )
}

function ValueFields({
  messageKey,
  values,
  onChange,
}: {
  readonly messageKey: MessageKey
  readonly values: Typed
  readonly onChange: (values: Typed) => void
}): ReactNode {
  const fields = Object.entries(variablesOf(messageKey)).map(([name, { label, sample }]) => (
    <div key={name} className="kp-template-value">
      <label htmlFor={`value-${name}`}>{label}</label>
      <Input
        id={`value-${name}`}
        size="small"
        placeholder={sample}
        maxLength={200}
        value={values[name] ?? ''}
        onChange={({ target }) => onChange(withValue(values, name, target.value))}
      />
    </div>
  ))
  return <Collapse ghost size="small" items={[{ key: 'values', label: '用真实内容预览', children: fields }]} />
}

function withValue(values: Typed, name: string, value: string): Typed {
  const { [name]: _before, ...others } = values
  return value === '' ? others : { ...others, [name]: value }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
