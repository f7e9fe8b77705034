import { contactChannel } from '@kaopei/identity/contract/contact'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { ActionButton, Dash, Loaded, PageHeader, relativeTime, ToneTag, useCall } from '@kaopei/web'
import { serverNow } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { BindContactDialog, type Contact, UnbindContactDialog } from './contact-dialogs.tsx'
import { OwnPasswordDialog } from './own-password-dialog.tsx'
import { person, type StaffCard } from './person.ts'

type Open = { readonly kind: 'password' } | { readonly kind: 'bind' | 'unbind'; readonly contact: Contact } | undefined

/** Password, bound contacts, devices. */
export default function AccountSecurityPage(): ReactNode {
  const own = useCall(staffCentreCalls.get, {})
  const [open, setOpen] = useState<Open>()
  const done = () => {
    setOpen(undefined)
    own.refetch()
    void person.refresh()
  }
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader title="账号安全" />
      <Loaded of={own}>{(staff) => <Rows staff={staff} open={setOpen} />}</Loaded>
      <Devices />
      {open?.kind === 'password' && <OwnPasswordDialog onClose={close} onDone={done} />}
      {open?.kind === 'bind' && <BindContactDialog contact={open.contact} onClose={close} onDone={done} />}
      {open?.kind === 'unbind' && <UnbindContactDialog contact={open.contact} onClose={close} onDone={done} />}
    </>
  )
}

function Rows({ staff, open }: { readonly staff: StaffCard; readonly open: (what: Open) => void }): ReactNode {
  const isStrong = staff.passwordStrength === 1
  const proves = (channel: 1 | 2) => staff.codeChannels.includes(channel)
  return (
    <section className="kp-card kp-rows">
      <Row
        title="登录密码"
        state={<ToneTag tone={isStrong ? 'success' : 'warning'}>{isStrong ? '强度合格' : '强度不足，建议修改'}</ToneTag>}
        actions={<Button onClick={() => open({ kind: 'password' })}>修改密码</Button>}
      />
      <ContactRow title="手机号" contact="phone" value={staff.phone} canProve={proves(contactChannel.sms)} open={open} />
      <ContactRow title="邮箱" contact="email" value={staff.email} canProve={proves(contactChannel.mail)} open={open} />
    </section>
  )
}

function ContactRow(props: {
  readonly title: string
  readonly contact: Contact
  readonly value: string | null
  /** A code can be sent there. */
  readonly canProve: boolean
  readonly open: (what: Open) => void
}): ReactNode {
  const { title, contact, value, canProve, open } = props
  const state = value ?? (canProve ? '未绑定，绑定后可用于找回密码' : '未绑定')
  return (
    <Row
      title={title}
      state={canProve ? state : `${state}（暂不能发送验证码，如需更改请联系管理员）`}
      actions={
        <>
          <Button disabled={!canProve} onClick={() => open({ kind: 'bind', contact })}>
            {value ? `更换${title}` : `绑定${title}`}
          </Button>
          {value && <Button disabled={!canProve} onClick={() => open({ kind: 'unbind', contact })}>{`解绑${title}`}</Button>}
        </>
      }
    />
  )
}

function Row({
  title,
  state,
  actions,
}: {
  readonly title: string
  readonly state: ReactNode
  readonly actions: ReactNode
}): ReactNode {
  return (
    <div className="kp-row">
      <strong>{title}</strong>
      <span className="kp-row-state">{state}</span>
      <span className="kp-row-actions">{actions}</span>
    </div>
  )
}

function Devices(): ReactNode {
  const devices = useCall(sessionCalls.listSessions)
  return (
    <section className="kp-card">
      <h2 className="kp-section-title">登录设备</h2>
      <Loaded of={devices}>
        {(list) => (
          <div className="kp-rows">
            {list.map((device) => (
              <Row
                key={device.id}
                title={device.system === 'viewAs' ? '管理员以您的视角查看（只读）' : deviceName(device.userAgent)}
                state={
                  <>
                    <Dash>{device.ip}</Dash> · 最近操作 {relativeTime(device.lastOperationAt, serverNow())}
                  </>
                }
                actions={
                  device.isCurrent ? (
                    <ToneTag tone="info">当前设备</ToneTag>
                  ) : (
                    <ActionButton
                      endpoint={sessionCalls.kickSession}
                      input={{ id: device.id }}
                      confirm="该设备将退出登录，是否继续?"
                      successText="操作成功"
                    >
                      下线
                    </ActionButton>
                  )
                }
              />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** Chrome · Windows, as far as a user agent can be believed. */
function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = [
    ['Edg/', 'Edge'],
    ['MicroMessenger', '微信'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => mark !== undefined && text.includes(mark))?.[1]
  const system = [
    ['Windows', 'Windows'],
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => mark !== undefined && text.includes(mark))?.[1]
  return [browser, system].filter(Boolean).join(' · ') || '未知设备'
}
