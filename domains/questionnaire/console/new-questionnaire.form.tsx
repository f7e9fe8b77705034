import { formFor, useCall } from '@kaopei/web'
import { Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { questionnaire, templateKeys, templateLabels } from '../contract/questionnaire.ts'
import { detailPath } from './paths.ts'

const blank = 'blank'
const isTemplate = (key: string): key is (typeof templateKeys)[number] => templateKeys.some((one) => one === key)
const { Field, FormDialog } = formFor(questionnaire.addOrUpdate, z.object({ beginning: z.string() }))

/** Blank, or from a template: the name is enough to begin with. */
export default function NewQuestionnaireForm({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}): ReactNode {
  const navigate = useNavigate()
  const templates = useCall(questionnaire.templates, undefined, { enabled: open })
  if (!open) return null
  const countOf = (key: string) => {
    const found = templates.data?.find((one) => one.key === key)
    return found ? `（${found.definition.pages.flatMap(({ elements }) => elements).length} 题）` : ''
  }
  return (
    <FormDialog
      title="新建问卷"
      okText="下一步"
      endpoint={questionnaire.addOrUpdate}
      successText=""
      initialValues={{ name: '', beginning: blank }}
      toInput={({ beginning, ...values }) => ({
        ...values,
        ...(beginning && isTemplate(beginning) && { template: beginning }),
      })}
      onClose={onClose}
      onSaved={({ id }) => void navigate(detailPath(id))}
    >
      <Field name="name" label="问卷名称">
        <Input maxLength={100} showCount placeholder="例如：新员工培训满意度调查" autoFocus />
      </Field>
      <Field name="beginning" label="从模板开始" required={false}>
        <Radio.Group
          className="kp-qn-templates"
          options={[
            { value: blank, label: '空白问卷' },
            ...Object.entries(templateLabels).map(([value, label]) => ({ value, label: `${label}${countOf(value)}` })),
          ]}
        />
      </Field>
    </FormDialog>
  )
}
