import { choiceState, DateInput, formFor, useCall } from '@kaopei/web'
import { Alert, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { menuPackage } from '../contract/menu-package.ts'
import { type MerchantRow, merchant } from '../contract/merchant.ts'
import './merchant.css'
import { loginAddress, showOneTimePassword } from './one-time-password.tsx'

const { Field, FormDrawer } = formFor([merchant.create, merchant.update])
const creating = formFor(merchant.create)
const suspending = formFor(merchant.suspend)
const extending = formFor(merchant.extend)

interface Props {
  readonly editing: MerchantRow | 'new' | undefined
  readonly onClose: () => void
}

export function MerchantForm({ editing, onClose }: Props): ReactNode {
  if (editing === undefined) return null
  if (editing !== 'new')
    return (
      <FormDrawer open title="编辑企业" endpoint={merchant.update} initialValues={{ ...editing }} onClose={onClose}>
        <TermFields isPlatform={editing.isPlatform} />
      </FormDrawer>
    )
  return (
    <FormDrawer
      open
      title="新增企业"
      endpoint={merchant.create}
      initialValues={{ adminAccount: 'admin' }}
      onClose={onClose}
      onSaved={({ account, temporaryPassword, domain }) =>
        showOneTimePassword({ account, temporaryPassword, address: loginAddress(domain) }, '企业已创建')
      }
    >
      <TermFields isPlatform={false} />
      <creating.Field name="adminName" label="管理员姓名">
        <Input maxLength={30} />
      </creating.Field>
      <creating.Field name="adminAccount" label="管理员账号" extra="创建后显示临时密码，首次登录必须修改。">
        <Input maxLength={50} autoComplete="off" />
      </creating.Field>
    </FormDrawer>
  )
}

function TermFields({ isPlatform }: { readonly isPlatform: boolean }): ReactNode {
  const packages = useCall(menuPackage.list)
  return (
    <>
      <Field name="name" label="企业名称">
        <Input maxLength={60} />
      </Field>
      <Field name="domain" label="企业域名" extra="登录地址的第一段，由小写字母、数字和短横线组成；修改后原地址不能再登录。">
        <Input maxLength={41} disabled={isPlatform} />
      </Field>
      {!isPlatform && (
        <>
          <Field name="packageId" label="菜单套餐" extra="不选则可使用全部菜单。">
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="全部菜单"
              {...choiceState(packages)}
              options={(packages.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <div className="kp-merchant-pair">
            <Field name="validFrom" label="生效日期" extra="不选则立即生效。">
              <DateInput />
            </Field>
            <Field name="validUntil" label="到期日期" extra="当天仍可使用；不选则长期有效。">
              <DateInput />
            </Field>
          </div>
        </>
      )}
      <div className="kp-merchant-pair">
        <QuotaField name="staffQuota" label="人员额度（人）" hint="启用的员工计入，外部考生和停用人员不计入" />
        <QuotaField name="storageQuotaGb" label="存储额度（GB）" hint="上传的文件计入，到期自动清理的文件不计入" />
        <QuotaField name="examQuota" label="考试额度（人次）" />
        <QuotaField name="measurementQuota" label="测评额度（人次）" />
      </div>
      <p className="kp-hint">额度低于已用量时，已有的人员和文件都保留，只是不能再增加。</p>
      <Field name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </>
  )
}

type Quota = 'staffQuota' | 'storageQuotaGb' | 'examQuota' | 'measurementQuota'

function QuotaField({ name, label, hint }: { readonly name: Quota; readonly label: string; readonly hint?: string }): ReactNode {
  return (
    <Field name={name} label={label} extra={hint === undefined ? '不填则不限。' : `不填则不限。${hint}。`}>
      <InputNumber min={0} precision={0} style={{ width: '100%' }} />
    </Field>
  )
}

interface RowProps {
  readonly row: MerchantRow
  readonly open: boolean
  readonly onClose: () => void
}

export function SuspendForm({ row, open, onClose }: RowProps): ReactNode {
  return (
    <suspending.FormDrawer
      open={open}
      title="停用企业"
      width={480}
      endpoint={merchant.suspend}
      initialValues={{ id: row.id }}
      okText="停 用"
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        title={`停用后，“${row.name}”的 ${row.staffUsed} 名人员将立即退出且不能登录；正在考试的人仍可答完并交卷，不能开始新的考试。数据不会丢失。`}
      />
      <suspending.Field name="reason" label="停用原因">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </suspending.Field>
    </suspending.FormDrawer>
  )
}

export function ExtendForm({ row, open, onClose }: RowProps): ReactNode {
  return (
    <extending.FormDrawer
      open={open}
      title={`延长有效期：${row.name}`}
      width={480}
      endpoint={merchant.extend}
      initialValues={{ id: row.id, validUntil: row.validUntil }}
      onClose={onClose}
    >
      <extending.Field name="validUntil" label="到期日期" extra="当天仍可使用；清空则长期有效。">
        <DateInput />
      </extending.Field>
    </extending.FormDrawer>
  )
}
