import { ActionButton, Dash, formatInstant, RightButton, ToneTag } from '@kaopei/web'
import { Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { platformErrors } from '../contract/errors.ts'
import { type ThirdConfig, thirdConfig, thirdKind } from '../contract/third-config.ts'
import { ThirdConfigForm } from './third-config.form.tsx'
import './third-config.css'

interface Props {
  readonly kind: number
  readonly config: ThirdConfig | undefined
}

/** One chat platform: what is configured, and what can be done. */
export function ThirdConfigCard({ kind, config }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const label = thirdKind.label(kind)
  return (
    <section className="kp-card kp-third" aria-label={label}>
      <header>
        <h2>{label}</h2>
        {config ? <ToneTag tone="neutral">未启用</ToneTag> : <ToneTag tone="neutral">未接入</ToneTag>}
      </header>
      {config ? <Facts config={config} /> : <p className="kp-hint">填写{label}的应用信息后即可接入；密钥加密存放。</p>}
      <footer>
        <RightButton type={config ? 'default' : 'primary'} right={thirdConfig.save} onClick={() => setOpen(true)}>
          {config ? '修改' : `接入${label}`}
        </RightButton>
        {config && (
          <>
            <ActionButton
              endpoint={thirdConfig.synchronize}
              input={{ id: config.id }}
              disabled
              title={platformErrors.thirdSyncLater.text}
            >
              同步通讯录
            </ActionButton>
            <ActionButton
              danger
              endpoint={thirdConfig.remove}
              input={{ id: config.id }}
              confirm={{ title: '提示', content: `确定要删除${label}配置吗？密钥将一并删除。`, isDangerous: true }}
              successText="删除成功"
            >
              删除
            </ActionButton>
          </>
        )}
      </footer>
      <ThirdConfigForm kind={kind} config={config} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

function Facts({ config }: { readonly config: ThirdConfig }): ReactNode {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['配置名称', config.name],
    ['企业编号', config.corpId],
    ['应用标识', config.appKey],
    ['应用编号', config.agentId],
    ['应用密钥', config.hasSecret ? '已加密保存' : null],
    ['最近修改', `${config.updatedByName}，${formatInstant(config.updatedAt)}`],
  ]
  return (
    <Descriptions
      column={1}
      size="small"
      items={facts.map(([label, value]) => ({ key: label, label, children: <Dash>{value}</Dash> }))}
    />
  )
}
