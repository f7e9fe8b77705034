import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { staff } from '../../contract/staff.ts'
import { tellDone } from '../tell-done.ts'

const { Field, FormDialog } = formFor(staff.removes)

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** 移除 asks why; the answer is kept in the operation log. */
export function RemoveDialog({ ids, who, onDone, onClose }: Props): ReactNode {
  return (
    <FormDialog
      title="移除员工"
      okText="移 除"
      isDangerous
      endpoint={staff.removes}
      initialValues={{ ids: [...ids] }}
      successText=""
      onSaved={(answer) => {
        tellDone('已移除')(answer)
        onDone?.()
      }}
      onClose={onClose}
      intro={<p>移除后{who}将立即退出登录，且不再出现在花名册和选人窗口中；考试记录和成绩会保留，需要时可在“恢复账号”中恢复。</p>}
    >
      <Field name="reason" label="移除原因">
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：离职、重复录入" />
      </Field>
    </FormDialog>
  )
}
