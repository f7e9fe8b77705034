import { Bones, ErrorState, FocusReturn, formFor, useCall } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Drawer, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { messageTemplate, type TemplateRow, templateType } from '../contract/message-template.ts'
import { type MessageKey, messageKeys, messageSpecOf } from '../contract/template-catalogue.ts'
import { NamedEditor, NamedInput, NamedTextArea } from './named-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { insertVariable, VariableChips } from './variable-chips.tsx'
import './template.css'

const { Field, FormDrawer } = formFor([messageTemplate.create, messageTemplate.modify])
const creating = formFor(messageTemplate.create)
const editing = formFor(messageTemplate.modify)
type FormOf = ReturnType<typeof creating.useFormInstance> | ReturnType<typeof editing.useFormInstance>

interface CreateProps {
  readonly type: 1 | 2
  readonly onClose: () => void
}

const drawerWidth = 1000
const firstKey: MessageKey = 'examPublished'
const wordsOf = ({ subject, body, signature, providerTemplateId }: TemplateRow) => ({
  subject,
  body,
  signature,
  providerTemplateId,
})

/** The editor writes the same words with markup of its own. */
const wordsAlone = (html: unknown) => (typeof html === 'string' ? html.replace(/<[^<>]*>|\s/g, '') : '')

/** A further template of a message: begins with the words that are sent now. */
export function CreateTemplate({ type, onClose }: CreateProps): ReactNode {
  const form = creating.useFormInstance()
  const [key, setKey] = useState<MessageKey>(firstKey)
  const asked = useCall(messageTemplate.get, { type, key: firstKey })
  const [given, setGiven] = useState<TemplateRow>()
  const choose = (chosen: MessageKey) => {
    setKey(chosen)
    // What was typed stays; only words that nobody has touched become those of the other message.
    const isTyped =
      given &&
      (form.getFieldValue('subject') !== given.subject || wordsAlone(form.getFieldValue('body')) !== wordsAlone(given.body))
    if (isTyped) return
    void call(messageTemplate.get, { type, key: chosen }).then((words) => {
      setGiven(words)
      form.setFieldsValue(wordsOf(words))
    })
  }
  if (!given && asked.data) setGiven(asked.data)
  if (!given) {
    return (
      <Drawer open title="新增模板" size={drawerWidth} onClose={onClose}>
        <FocusReturn />
        {asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <Bones rows={8} />}
      </Drawer>
    )
  }
  return (
    <FormDrawer
      open
      form={form}
      title="新增模板"
      width={drawerWidth}
      onClose={onClose}
      endpoint={messageTemplate.create}
      successText="添加成功"
      initialValues={{ type, key, ...wordsOf(given) }}
      onValuesChange={(changed) => changed.key && choose(changed.key)}
    >
      <div className="kp-template">
        <div>
          <Field name="key" label="消息类型">
            <Select options={messageKeys.map((value) => ({ value, label: messageSpecOf(value).name }))} />
          </Field>
          <Field name="name" label="模板名称">
            <Input maxLength={50} placeholder="例如：新员工考试通知" />
          </Field>
          <Words type={type} messageKey={key} form={form} />
        </div>
        <TemplatePreview type={type} messageKey={key} form={form} />
      </div>
    </FormDrawer>
  )
}

export function EditTemplate({ row, onClose }: { readonly row: TemplateRow; readonly onClose: () => void }): ReactNode {
  const form = editing.useFormInstance()
  const { key, type, id } = row
  const asked = useCall(messageTemplate.get, { type, key, id })
  // Read once: what is asked again while somebody types (after a test is sent) must not take the form away.
  const [given, setGiven] = useState<TemplateRow>()
  if (!given && asked.data && !asked.isFetching) setGiven(asked.data)
  const { version, name, subject, body, signature, providerTemplateId } = given ?? row
  return (
    <FormDrawer
      open
      form={form}
      title={`编辑${type === templateType.sms ? '短信' : '邮件'}模板：${row.name}`}
      width={drawerWidth}
      reading={{ ...asked, data: given }}
      onClose={onClose}
      endpoint={messageTemplate.modify}
      successText="修改成功"
      initialValues={{ type, key, id, version, name, subject, body, signature, providerTemplateId }}
    >
      <div className="kp-template">
        <div>
          {!row.isStandard && (
            <Field name="name" label="模板名称">
              <Input maxLength={50} />
            </Field>
          )}
          <Words type={type} messageKey={key} form={form} usualSignature={row.usualSignature} />
        </div>
        <TemplatePreview type={type} messageKey={key} form={form} />
      </div>
    </FormDrawer>
  )
}

interface WordsProps {
  readonly type: 1 | 2
  readonly messageKey: MessageKey
  readonly form: FormOf
  readonly usualSignature?: string
}

function Words({ type, messageKey, form, usualSignature }: WordsProps): ReactNode {
  const chips = <VariableChips messageKey={messageKey} onInsert={(words) => insertVariable(form, messageKey, words)} />
  if (type === templateType.mail) {
    return (
      <>
        <Field name="subject" label="邮件主题" required>
          <NamedInput messageKey={messageKey} maxLength={100} />
        </Field>
        {chips}
        <Field name="body" label="邮件正文">
          <NamedEditor messageKey={messageKey} />
        </Field>
      </>
    )
  }
  return (
    <>
      {chips}
      <Field name="body" label="短信正文" extra="正文前会自动加上签名，无需填写“【】”。">
        <NamedTextArea messageKey={messageKey} />
      </Field>
      <Field name="signature" label="短信签名" extra="须与短信服务商审核通过的签名一致；不填则使用企业名称。">
        <Input maxLength={20} prefix="【" suffix="】" placeholder={usualSignature ?? '企业名称'} />
      </Field>
      <Field name="providerTemplateId" label="服务商模板编号" extra="短信服务商要求按模板发送时填写。">
        <Input maxLength={60} placeholder="例如：SMS_2026001" />
      </Field>
    </>
  )
}
