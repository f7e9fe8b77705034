import { FocusReturn, toast, useAction } from '@kaopei/web'
import { Alert, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { outerStaff } from '../../contract/restore.ts'
import type { StaffRow } from '../../contract/staff.ts'
import { StaffField } from './staff-field.tsx'

/** 关联外部考生: the outside candidate has become one of the employees. */
export function LinkOuterDialog({ row, onClose }: { readonly row: StaffRow; readonly onClose: () => void }): ReactNode {
  const [staffId, setStaffId] = useState<string | null>(null)
  const link = useAction(outerStaff.linkOuterStaff, { successText: '关联成功', onDone: onClose })
  const save = () => {
    if (staffId === null) return toast.warning('请选择员工')
    void link.run({ outerStaffId: row.id, staffId })
  }
  return (
    <Modal
      open
      title="关联外部考生"
      okText="关 联"
      cancelText="取 消"
      confirmLoading={link.isRunning}
      onOk={save}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>“{row.nameAccount}”已成为哪位员工？</p>
      <StaffField value={staffId} onChange={setStaffId} nameBefore="" title="选择员工" placeholder="请选择员工" />
      <Alert
        className="kp-dialog-form"
        type="info"
        showIcon
        title="关联后外部考生的账号停止使用，其考试记录和成绩保留，并归到该员工名下；需要时可在“恢复账号”中撤销。"
      />
    </Modal>
  )
}
