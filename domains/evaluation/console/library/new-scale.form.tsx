import { formFor } from '@kaopei/web'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { scaleKind } from '../../contract/codes.ts'
import { scale } from '../../contract/scale.ts'
import { scalePath } from '../paths.ts'

const { Field, FormDialog } = formFor(scale.save)

/** What most scales ask for, to be changed. */
const usualOptions = ['非常不符合', '不太符合', '说不清', '比较符合', '非常符合'].map((text, at) => ({ value: at + 1, text }))

/** The name and what it measures are enough to begin with. */
export function NewScale({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="新建量表"
      okText="下一步"
      endpoint={scale.save}
      successText=""
      initialValues={{ name: '', kind: scaleKind.general, retentionMonths: 24, definition: { options: usualOptions } }}
      onClose={onClose}
      onSaved={({ id }) => void navigate(scalePath(id))}
    >
      <Field name="name" label="量表名称">
        <Input maxLength={100} showCount autoFocus placeholder="例如：服务意识问卷" />
      </Field>
      <Field name="kind" label="类型" extra="人格和管理类的结果，只有具备相应权限的人能看。">
        <Select options={scaleKind.options} />
      </Field>
      <Field name="retentionMonths" label="结果保存" extra="期满后自动删除，删除留有证明。">
        <InputNumber min={1} max={120} precision={0} suffix="个月" />
      </Field>
    </FormDialog>
  )
}
