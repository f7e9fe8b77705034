import { DateInput, formFor } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { gender, staffSource } from '../../contract/codes.ts'
import { staffErrors } from '../../contract/errors.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { DepartmentTreeSelect } from '../departments/department-tree-select.tsx'
import { useKeptInput } from '../use-kept-input.ts'
import { BelongingFields, LabelSelect } from './belonging-fields.tsx'
import type { Open } from './staff-opened.ts'

const { Field, FormDrawer } = formFor([staff.create, staff.modify])
const creating = formFor(staff.create)
const editing = formFor(staff.modify)
type FormOf = ReturnType<typeof creating.useFormInstance> | ReturnType<typeof editing.useFormInstance>

interface CreateProps {
  readonly departmentId: string | undefined
  readonly isOutside: boolean
  readonly open: Open
  readonly onClose: () => void
}

export function CreateStaff({ departmentId, isOutside, open, onClose }: CreateProps): ReactNode {
  const form = creating.useFormInstance()
  return (
    <FormDrawer
      open
      title={isOutside ? '新增外部考生' : '新增员工'}
      form={form}
      onClose={onClose}
      endpoint={staff.create}
      successText="添加成功"
      initialValues={{
        departmentId,
        staffSource: isOutside ? staffSource.outside : staffSource.employee,
        hasTemporaryPassword: true,
      }}
      onSaved={({ id, temporaryPassword }) => {
        if (temporaryPassword === null) return
        const { name, phone, loginAccount } = form.getFieldsValue(true)
        const account = loginAccount?.trim() || phone?.trim() || ''
        // The drawer closes itself right after this; the passwords must open behind that.
        queueMicrotask(() =>
          open({ kind: 'passwords', list: [{ id, name: name ?? '', loginAccount: account, temporaryPassword }] }),
        )
      }}
    >
      <StaffFields form={form} isOutside={isOutside} accountHint="不填时为手机号" />
      <creating.Field
        name="hasTemporaryPassword"
        label="生成临时密码"
        valuePropName="checked"
        required={false}
        extra="保存后显示一次；不生成时由本人通过验证码设置密码。"
      >
        <Switch />
      </creating.Field>
    </FormDrawer>
  )
}

export function EditStaff({ row, onClose }: { readonly row: StaffRow; readonly onClose: () => void }): ReactNode {
  const form = editing.useFormInstance()
  const isOutside = row.staffSource === staffSource.outside
  const fromRow = useKeptInput(form, valuesOf(row), (current) => valuesOf(staff.modify.output.parse(current)))
  return (
    <FormDrawer
      open
      title={isOutside ? '编辑外部考生' : '编辑员工'}
      form={form}
      onClose={onClose}
      endpoint={staff.modify}
      successText="修改成功"
      fromRow={fromRow}
      initialValues={valuesOf(row)}
    >
      <StaffFields form={form} row={row} isOutside={isOutside} />
    </FormDrawer>
  )
}

/** A row names labels and departments; the form holds their ids. */
function valuesOf(row: StaffRow) {
  const { id, version, name, loginAccount, phone, email, jobNumber, departmentId, gender: sex, entryDate } = row
  const { postId, rankId, labels, otherDepartments } = row
  return {
    ...{ id, version, name, loginAccount, phone, email, jobNumber, departmentId, gender: sex, entryDate, postId, rankId },
    labelIds: labels.map((one) => one.id),
    otherDepartmentIds: otherDepartments.map((one) => one.id),
  }
}

interface FieldsProps {
  readonly form: FormOf
  readonly row?: StaffRow
  readonly isOutside: boolean
  readonly accountHint?: string
}

function StaffFields({ form, row, isOutside, accountHint }: FieldsProps): ReactNode {
  // Candidates who came through an exam belong to no department.
  const isPlaced = !isOutside || row === undefined || row.departmentId !== null
  const names = row?.departmentId && row.department ? { names: { [row.departmentId]: row.department } } : {}
  return (
    <>
      <Field name="name" label="姓名" required>
        <Input maxLength={200} placeholder="请输入姓名" />
      </Field>
      <Field name="phone" label="手机号" required>
        <Input maxLength={20} placeholder="请输入手机号" inputMode="tel" />
      </Field>
      <Field
        name="departmentId"
        label="部门"
        required={isPlaced}
        rules={isPlaced ? [{ required: true, message: '请选择部门' }] : []}
      >
        <DepartmentTreeSelect allowClear={false} {...names} />
      </Field>
      <Field name="loginAccount" label="登录账号">
        <Input
          maxLength={50}
          placeholder={accountHint ?? '请输入登录账号'}
          autoComplete="off"
          onBlur={() => void checkAccount(form, row)}
        />
      </Field>
      {!isOutside && <BelongingFields row={row} />}
      <Field name="labelIds" label="标签" required={false}>
        <LabelSelect />
      </Field>
      <div className="kp-form-columns">
        {!isOutside && (
          <Field name="jobNumber" label="工号">
            <Input maxLength={50} placeholder="请输入工号" />
          </Field>
        )}
        <Field name="email" label="邮箱">
          <Input maxLength={200} placeholder="请输入邮箱" inputMode="email" />
        </Field>
        <Field name="gender" label="性别">
          <Select allowClear options={[...gender.options]} placeholder="请选择性别" />
        </Field>
        {!isOutside && (
          <Field name="entryDate" label="入职日期">
            <DateInput />
          </Field>
        )}
      </div>
    </>
  )
}

/** Tells at the field what saving would refuse. */
async function checkAccount(form: FormOf, row: StaffRow | undefined): Promise<void> {
  const { loginAccount: typed } = form.getFieldsValue(true)
  const loginAccount = typed?.trim() ?? ''
  if (loginAccount === '' || loginAccount === row?.loginAccount) return
  const answer = await call(staff.loginAccountNumberJudge, { loginAccount, ...(row && { id: row.id }) }, { silent: true }).catch(
    // Only a courtesy: saving checks it again.
    () => undefined,
  )
  if (answer?.isExist && form.getFieldValue('loginAccount') === typed) {
    form.setFields([{ name: 'loginAccount', errors: [staffErrors.accountTaken.text] }])
  }
}
