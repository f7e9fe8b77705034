import type { OutputOf } from '@kaopei/contract'
import { copyText, ErrorState, FocusReturn, formatInstant, toast, useAction, useCall, useMay } from '@kaopei/web'
import { Alert, Button, Checkbox, Modal, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { invitation, inviteWays } from '../../contract/invitation.ts'
import { useWayTrouble } from '../use-way-trouble.ts'
import { Uncarried } from './uncarried.tsx'

type Way = (typeof inviteWays)[number]
type Times = OutputOf<(typeof invitation)['getInviteTime']>
type Invited = OutputOf<(typeof invitation)['invite']>

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

const wayNames: Readonly<Record<Way, string>> = { sms: '短信', mail: '邮件', link: '生成链接，自行转发' }

/** 邀请: a one-time link by which somebody sets their password. */
export function InviteDialog({ ids, who, onDone, onClose }: Props): ReactNode {
  const [chosen, setWays] = useState<readonly Way[]>(['sms', 'mail'])
  const troubleOf = useWayTrouble('staffInvite')
  const ways = chosen.filter((way) => !troubleOf?.(way))
  const [answer, setAnswer] = useState<Invited>()
  const times = useCall(invitation.getInviteTime, { ids: [...ids] })
  const invite = useAction(invitation.invite, {
    successText: '',
    onDone: (done) => {
      setAnswer(done)
      onDone?.()
      if (done.count > 0) toast.success(`已邀请${done.count}人`)
    },
  })
  const ready = (times.data?.list ?? []).filter(({ problem, nextAt }) => problem === null && nextAt === null)
  if (answer) return <InvitedDialog answer={answer} isSent={ways.some((way) => way !== 'link')} onClose={onClose} />
  return (
    <Modal
      open
      title="邀请员工"
      okText="邀 请"
      cancelText="取 消"
      confirmLoading={invite.isRunning}
      okButtonProps={{ disabled: ways.length === 0 || ready.length === 0 }}
      onOk={() => void invite.run({ ids: [...ids], ways: [...ways] })}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>
        {who}将收到一次性链接，打开后设置登录密码。链接{times.data?.validDays ?? 7}天内有效，再次邀请后原链接立即失效。
      </p>
      <Checkbox.Group
        aria-label="邀请方式"
        value={[...ways]}
        onChange={(wanted) => setWays(inviteWays.filter((way) => wanted.includes(way)))}
        options={inviteWays.map((way) => ({ value: way, label: wayNames[way], disabled: Boolean(troubleOf?.(way)) }))}
      />
      <Uncarried message="staffInvite" advice="请选择“生成链接，自行转发”，或联系管理员接入服务。" />
      {times.error ? <ErrorState error={times.error} onRetry={times.refetch} /> : times.data && <Told times={times.data} />}
    </Modal>
  )
}

function Told({ times }: { readonly times: Times }): ReactNode {
  const { list, intervalMinutes } = times
  const only = list.length === 1 ? list[0] : undefined
  const blocked = list.filter(({ problem }) => problem !== null).length
  const waiting = list.filter(({ problem, nextAt }) => problem === null && nextAt !== null).length
  return (
    <div className="kp-dialog-form" aria-live="polite">
      {only?.lastSentAt && (
        <p className="kp-hint">
          上次邀请：{formatInstant(only.lastSentAt)}
          {only.usedAt ? '，已使用' : only.expiresAt && `，有效期至${formatInstant(only.expiresAt)}`}
        </p>
      )}
      {only?.nextAt && <Alert type="warning" showIcon title={`${formatInstant(only.nextAt)}以后可以再次邀请`} />}
      {only?.problem && <Alert type="warning" showIcon title={only.problem} />}
      {!only && blocked > 0 && <p className="kp-hint">{blocked}人已登录过或已停用，不会发送。</p>}
      {!only && waiting > 0 && (
        <p className="kp-hint">
          {waiting}人在{intervalMinutes}分钟内邀请过，不会重复发送。
        </p>
      )}
    </div>
  )
}

interface InvitedProps {
  readonly answer: Invited
  /** By mail or SMS, whose fate the outbox tells. */
  readonly isSent: boolean
  readonly onClose: () => void
}

function InvitedDialog({ answer, isSent, onClose }: InvitedProps): ReactNode {
  const mayFollow = useMay('messageOutbox:view')
  const { links, skipped, expiresAt, count, outOfScopeCount } = answer
  const all = links.map(({ nameAccount, url }) => `${nameAccount}\t${url}`).join('\n')
  return (
    <Modal
      open
      title="邀请结果"
      width={640}
      onCancel={onClose}
      footer={
        <>
          {links.length > 0 && <Button onClick={() => void copyText(all)}>复制全部链接</Button>}
          <Button type="primary" onClick={onClose}>
            完 成
          </Button>
        </>
      }
    >
      <FocusReturn />
      <p>
        已邀请{count}人，链接有效期至{formatInstant(expiresAt)}。
        {outOfScopeCount > 0 && `另有${outOfScopeCount}人不在您的管理范围内。`}
        {count > 0 && isSent && mayFollow && (
          <>
            是否送达可在<Link to="/business/outbox">消息发件箱</Link>中查看。
          </>
        )}
      </p>
      {links.length > 0 && (
        <>
          <Alert type="warning" showIcon title="链接只显示这一次，请勿转发给本人以外的人。" />
          <Table
            size="small"
            rowKey="id"
            pagination={links.length > 10 ? { pageSize: 10 } : false}
            dataSource={links}
            columns={[
              { title: '人员', dataIndex: 'nameAccount', width: 180, ellipsis: true },
              { title: '链接', dataIndex: 'url', ellipsis: true },
              {
                title: '操作',
                key: 'copy',
                width: 80,
                render: (_, { url }) => (
                  <Button type="link" size="small" onClick={() => void copyText(url)}>
                    复制
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
      {skipped.length > 0 && (
        <Table
          size="small"
          rowKey="id"
          title={() => `未邀请${skipped.length}人`}
          pagination={skipped.length > 10 ? { pageSize: 10 } : false}
          dataSource={skipped}
          columns={[
            { title: '人员', dataIndex: 'nameAccount', ellipsis: true },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      )}
    </Modal>
  )
}
