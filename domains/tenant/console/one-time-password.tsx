import { showNotice } from '@kaopei/web'
import { Descriptions, Typography } from 'antd'
import type { ReactNode } from 'react'

interface Made {
  readonly account: string
  readonly temporaryPassword: string
  /** Where to log in. */
  readonly address?: string
}

/** A temporary password is shown this once; it is stored hashed. */
export function showOneTimePassword(made: Made, title: string): void {
  showNotice(<OneTimePassword {...made} />, title)
}

function OneTimePassword({ account, temporaryPassword, address }: Made): ReactNode {
  const facts: readonly (readonly [string, string])[] = [
    ...(address === undefined ? [] : [['登录地址', address] as const]),
    ['账号', account],
    ['临时密码', temporaryPassword],
  ]
  const items = facts.map(([label, text]) => ({
    key: label,
    label,
    children: <Typography.Text copyable={{ text, tooltips: ['复制', '复制成功'] }}>{text}</Typography.Text>,
  }))
  return (
    <>
      <Descriptions column={1} size="small" items={items} />
      <Typography.Text
        copyable={{
          text: facts.map((fact) => fact.join('：')).join('\n'),
          tooltips: ['复制', '复制成功'],
          icon: ['复制全部', '复制成功'],
        }}
      />
      <p className="kp-hint">密码只显示这一次，首次登录后必须修改。请通过安全的方式告知本人。</p>
    </>
  )
}

/** The address where a company's people log in: its domain before this deployment's. */
export function loginAddress(domain: string): string {
  const { protocol, hostname, port } = window.location
  const isBare = hostname === 'localhost' || /^[\d.]+$/.test(hostname) || hostname.includes(':')
  const host = isBare ? `${domain}.localhost` : [domain, ...hostname.split('.').slice(1)].join('.')
  return `${protocol}//${host}${port ? `:${port}` : ''}/login`
}
