import { Bones, ErrorState, formatInstant, formFor, RightButton, useCall } from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import { Alert, Button, Input, Select, Space, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { safeBrowser } from '../../contract/safe-browser.ts'

const own = z.object({ hasConfig: z.boolean() })
const { FormBody, Field, useForm, useValue } = formFor(safeBrowser.save, own)

interface Props {
  readonly examId: string
}

/** 专用浏览器: whether Safe Exam Browser is required, our configuration of it, and keys from elsewhere. */
export function SafeBrowserTab({ examId }: Props): ReactNode {
  const asked = useCall(safeBrowser.get, { examinationId: examId })
  if (asked.error) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  if (!asked.data) return <Bones rows={6} />
  return <Settings key={asked.data.changedTime ?? 'new'} examId={examId} data={asked.data} onSaved={asked.refetch} />
}

type Data = NonNullable<ReturnType<typeof useCall<typeof safeBrowser.get>>['data']>

function Settings({ examId, data, onSaved }: Props & { readonly data: Data; readonly onSaved: () => void }): ReactNode {
  const editing = useForm({
    endpoint: safeBrowser.save,
    successText: '已保存，正在答题的考生须按新的要求继续',
    toInput: ({ hasConfig, choices, ...values }) => ({ ...values, choices: hasConfig ? choices : null }),
    onSaved,
  })
  const initialValues = {
    ...{ examinationId: examId, isRequired: data.isRequired, hasConfig: data.hasConfig },
    choices: { ...data.choices, quitPassword: '' },
    ...{ pastedKeys: data.pastedKeys, browserKeys: data.browserKeys },
  }
  return (
    <section className="kp-card" aria-label="专用浏览器" style={{ maxWidth: 760 }}>
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 16 }}
        title="要求后，考生须用 Safe Exam Browser 打开考试；开始、继续和保存答案时服务器都会核对密钥。浏览器自称的名称不作为依据。"
      />
      <FormBody editing={editing} initialValues={initialValues}>
        <Field name="isRequired" label="要求使用 Safe Exam Browser" valuePropName="checked">
          <Switch />
        </Field>
        <Field
          name="hasConfig"
          label="使用系统生成的配置"
          valuePropName="checked"
          extra="保存后可下载 .seb 文件发给考生，密钥自动核对"
        >
          <Switch />
        </Field>
        <Choices hasQuitPassword={data.hasQuitPassword} />
        <Field name="pastedKeys" label="其他配置密钥（Config Key）" extra="用自己的配置时填写，64 位十六进制，可填多个">
          <Select mode="tags" open={false} tokenSeparators={[',', ' ', '\n']} placeholder="粘贴后按回车" />
        </Field>
        <Field
          name="browserKeys"
          label="浏览器密钥（Browser Exam Key）"
          extra="每个版本和平台各一个；填写后须同时符合，留空为不核对"
        >
          <Select mode="tags" open={false} tokenSeparators={[',', ' ', '\n']} placeholder="粘贴后按回车" />
        </Field>
      </FormBody>
      {data.configKey !== null && (
        <p className="kp-hint" style={{ wordBreak: 'break-all' }}>
          当前配置密钥：{data.configKey}（{formatInstant(data.changedTime)}）
        </p>
      )}
      <Space>
        <RightButton right={safeBrowser.save} type="primary" loading={editing.isRunning} onClick={() => void editing.submit()}>
          保 存
        </RightButton>
        {data.hasConfig && <Download examId={examId} />}
      </Space>
    </section>
  )
}

function Download({ examId }: Props): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const load = () => {
    setBusy(true)
    // the client says what went wrong
    downloadFile(safeBrowser.download, { examinationId: examId })
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Button loading={isBusy} onClick={load}>
      下载配置（.seb）
    </Button>
  )
}

function Choices({ hasQuitPassword }: { readonly hasQuitPassword: boolean }): ReactNode {
  if (!useValue('hasConfig')) return null
  return (
    <>
      <Field name={['choices', 'allowQuit']} label="允许退出" valuePropName="checked">
        <Switch />
      </Field>
      <Field
        name={['choices', 'quitPassword']}
        label="退出密码"
        extra={hasQuitPassword ? '已设置，留空为不改' : '留空为不设密码'}
      >
        <Input.Password maxLength={50} autoComplete="new-password" />
      </Field>
      <Field name={['choices', 'allowReload']} label="允许刷新页面" valuePropName="checked">
        <Switch />
      </Field>
      <Field name={['choices', 'allowSpellCheck']} label="允许拼写检查" valuePropName="checked">
        <Switch />
      </Field>
      <Field name={['choices', 'allowWlan']} label="允许切换无线网络" valuePropName="checked">
        <Switch />
      </Field>
      <Field name={['choices', 'allowVirtualMachine']} label="允许在虚拟机中运行" valuePropName="checked">
        <Switch />
      </Field>
      <Field name={['choices', 'allowedUrls']} label="另外允许访问的地址" extra="例如 help.example.com/*">
        <Select mode="tags" open={false} tokenSeparators={[',', ' ', '\n']} placeholder="输入后按回车" />
      </Field>
    </>
  )
}
