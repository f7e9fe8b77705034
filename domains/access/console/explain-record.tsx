import { DepartmentPicker, StaffPicker } from '@kaopei/org/parts'
import { Button, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { recordKind } from '../contract/explain.ts'
import type { QuestionProps } from './explain.page.tsx'

/** The row that is asked about: a person or a department. */
export function RecordField({ asked, change, isDisabled }: QuestionProps & { readonly isDisabled: boolean }): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const kind = Number(asked.recordKind) === recordKind.department ? recordKind.department : recordKind.staff
  const pick = (picked: { readonly id: string; readonly name: string } | undefined) =>
    change({ recordKind: String(kind), recordId: picked?.id, recordName: picked?.name })
  const close = () => setPicking(false)
  const forget = { recordId: undefined, recordName: undefined }
  return (
    <div className="kp-explain-field">
      <span id="explain-record">数据（选填）</span>
      <Space.Compact block>
        <Select
          aria-label="数据类型"
          disabled={isDisabled}
          value={kind}
          options={recordKind.options}
          style={{ width: 90 }}
          onChange={(next) => change({ recordKind: String(next), ...forget })}
        />
        <Button block disabled={isDisabled} aria-describedby="explain-record" onClick={() => setPicking(true)}>
          {asked.recordName ?? (kind === recordKind.staff ? '选择要看到的人员' : '选择要看到的部门')}
        </Button>
        {asked.recordId && <Button onClick={() => change(forget)}>清除</Button>}
      </Space.Compact>
      {kind === recordKind.staff ? (
        <StaffPicker open={isPicking} single title="选择要看到的人员" onClose={close} onConfirm={([person]) => pick(person)} />
      ) : (
        <DepartmentPicker
          open={isPicking}
          single
          title="选择要看到的部门"
          onClose={close}
          onConfirm={([department]) => pick(department)}
        />
      )}
    </div>
  )
}
