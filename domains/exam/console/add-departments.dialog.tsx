import type { OutputOf } from '@kaopei/contract'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { toast, useAction } from '@kaopei/web'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { examPeople } from '../contract/exam-people.ts'

export interface AddDepartmentsDialogProps {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onAdded: (answer: OutputOf<typeof examPeople.add>) => void
}

/** Everybody of some departments and of everything below them. */
export function AddDepartmentsDialog({ examId, open, onClose, onAdded }: AddDepartmentsDialogProps): ReactNode {
  const [departmentIds, setDepartmentIds] = useState<readonly string[]>([])
  const close = () => {
    setDepartmentIds([])
    onClose()
  }
  const add = useAction(examPeople.add, {
    successText: '',
    onDone: (answer) => {
      onAdded(answer)
      close()
    },
  })
  const confirm = () => {
    if (departmentIds.length === 0) return toast.warning('您还没有选择！！')
    void add.run({ examinationId: examId, departmentIds: [...departmentIds] })
  }
  return (
    <Modal
      open={open}
      title="按部门添加考生"
      okText={add.isRunning ? '提交中 ...' : '确 定'}
      cancelText="取 消"
      okButtonProps={{ loading: add.isRunning }}
      onOk={confirm}
      onCancel={close}
      destroyOnHidden
    >
      <p className="kp-hint">添加所选部门及其全部下级部门中已启用的人员；之后新入职的人员不会自动加入。</p>
      <DepartmentTreeSelect isMultiple value={departmentIds} onChange={setDepartmentIds} />
    </Modal>
  )
}
