import type { OutputOf } from '@kaopei/contract'
import { formatInstant, formFor, useCall } from '@kaopei/web'
import { Alert, Input } from 'antd'
import type { ReactNode } from 'react'
import { type RestConflict, restore } from '../../contract/restore.ts'
import { DepartmentTreeSelect } from '../departments/department-tree-select.tsx'

const { Field, FormDrawer } = formFor(restore.modifyRecovery)

type Rest = OutputOf<(typeof restore)['getRest']>

/** Recovers a person; what others have taken meanwhile is told at its field and can be changed right there. */
export function RestoreDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const asked = useCall(restore.getRest, { id })
  if (!asked.data)
    return (
      <FormDrawer open reading={asked} title="恢复账号" width={480} endpoint={restore.modifyRecovery} onClose={onClose}>
        {null}
      </FormDrawer>
    )
  return <Recovering rest={asked.data} onClose={onClose} />
}

function Recovering({ rest, onClose }: { readonly rest: Rest; readonly onClose: () => void }): ReactNode {
  const { id, version, name, loginAccount, phone, email, jobNumber, departmentId, department, isDepartmentGone, conflicts } = rest
  const taken = (field: RestConflict['field']) => conflicts.find((one) => one.field === field)
  const hint = (field: RestConflict['field']) => {
    const found = taken(field)
    return found ? { extra: <span className="kp-warn">{`“${found.value}”已被${found.takenByName}使用，请修改`}</span> } : {}
  }
  const before = isDepartmentGone ? null : departmentId
  const isPlaced = departmentId !== null
  return (
    <FormDrawer
      open
      title="恢复账号"
      width={480}
      okText="恢 复"
      endpoint={restore.modifyRecovery}
      successText="恢复成功"
      onClose={onClose}
      initialValues={{ id, version, loginAccount, phone, email, jobNumber, ...(before && { departmentId: before }) }}
    >
      <p>
        {name}于{formatInstant(rest.removedAt)}被移除{rest.removedReason && `，原因：${rest.removedReason}`}
        。恢复后账号、成绩和学习记录照旧，原密码仍然有效。
      </p>
      {rest.linkedToName && <Alert type="info" showIcon title={`恢复后将解除与员工${rest.linkedToName}的关联。`} />}
      {(conflicts.length > 0 || isDepartmentGone) && (
        <Alert
          type="warning"
          showIcon
          title={[
            ...(isDepartmentGone ? [`原部门“${department ?? ''}”已撤销，请选择新的部门。`] : []),
            ...(conflicts.length > 0 ? ['部分信息已被他人使用，请修改后恢复。'] : []),
          ].join('')}
        />
      )}
      <Field
        name="departmentId"
        label="部门"
        required={isPlaced}
        rules={isPlaced ? [{ required: true, message: '请选择部门' }] : []}
      >
        <DepartmentTreeSelect allowClear={false} names={departmentId && department ? { [departmentId]: department } : {}} />
      </Field>
      <Field name="loginAccount" label="登录账号" required {...hint('loginAccount')}>
        <Input maxLength={50} placeholder="请输入登录账号" autoComplete="off" />
      </Field>
      <Field name="phone" label="手机号" required={phone !== null} {...hint('phone')}>
        <Input maxLength={20} placeholder="请输入手机号" inputMode="tel" />
      </Field>
      <Field name="email" label="邮箱" {...hint('email')}>
        <Input maxLength={200} placeholder="请输入邮箱" inputMode="email" />
      </Field>
      <Field name="jobNumber" label="工号" {...hint('jobNumber')}>
        <Input maxLength={50} placeholder="请输入工号" />
      </Field>
    </FormDrawer>
  )
}
