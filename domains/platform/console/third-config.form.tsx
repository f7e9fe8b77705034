import { formFor } from '@kaopei/web'
import { Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { platformErrors } from '../contract/errors.ts'
import { type ThirdConfig, thirdConfig, thirdKind } from '../contract/third-config.ts'

const { Field, FormDrawer } = formFor([thirdConfig.save, thirdConfig.modify])

interface Props {
  readonly kind: number
  /** What is configured already; undefined: nothing yet. */
  readonly config: ThirdConfig | undefined
  readonly open: boolean
  readonly onClose: () => void
}

/** Access to one chat platform. The kept secret is never shown; leaving the field empty keeps it. */
export function ThirdConfigForm({ kind, config, open, onClose }: Props): ReactNode {
  const label = thirdKind.label(kind)
  const shared = { open, onClose, successText: '保存成功' }
  if (!config)
    return (
      <FormDrawer {...shared} title={`接入${label}`} endpoint={thirdConfig.save} initialValues={{ kind, name: label }}>
        <Fields secretHint="保存后加密存放，任何人都不能再查看。" />
      </FormDrawer>
    )
  return (
    <FormDrawer
      {...shared}
      title={`修改${label}配置`}
      endpoint={thirdConfig.modify}
      initialValues={{ ...config, isEnabled: false }}
    >
      <Fields secretHint="已保存密钥；留空则不修改。" />
    </FormDrawer>
  )
}

function Fields({ secretHint }: { readonly secretHint: string }): ReactNode {
  return (
    <>
      <Field name="name" label="配置名称">
        <Input maxLength={60} />
      </Field>
      <Field name="corpId" label="企业编号" extra="钉钉与企业微信的 CorpId，飞书的 Tenant Key。">
        <Input maxLength={100} />
      </Field>
      <Field name="appKey" label="应用标识" extra="AppKey 或 App ID。">
        <Input maxLength={100} />
      </Field>
      <Field name="agentId" label="应用编号" extra="AgentId，没有可不填。">
        <Input maxLength={100} />
      </Field>
      <Field name="secret" label="应用密钥" extra={secretHint}>
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked" extra={platformErrors.thirdLoginLater.text}>
        <Switch disabled />
      </Field>
    </>
  )
}
