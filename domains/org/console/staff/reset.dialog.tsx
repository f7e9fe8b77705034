import { FocusReturn, toast, useAction } from '@kaopei/web'
import { Checkbox, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { resetLinkHours, resetWays, staff } from '../../contract/staff.ts'
import { leftOut } from '../tell-done.ts'
import { useWayTrouble } from '../use-way-trouble.ts'
import { wayWords } from '../way-words.ts'
import type { Open } from './staff-opened.ts'
import { Uncarried } from './uncarried.tsx'

type Way = (typeof resetWays)[number]

interface Props {
  readonly ids: readonly string[]
  readonly who: string
  readonly without: readonly string[]
  readonly onDone?: () => void
  readonly open: Open
  readonly onClose: () => void
}

/** 重置密码: the new password is shown once afterwards; who has an address may get a link beside it. */
export function ResetDialog({ ids, who, without, onDone, open, onClose }: Props): ReactNode {
  const [ways, setWays] = useState<Way[]>([])
  const troubleOf = useWayTrouble('passwordReset')
  const reset = useAction(staff.resets, {
    successText: '',
    onDone: ({ list, outOfScopeCount, refused }) => {
      const left = leftOut(outOfScopeCount, refused)
      if (left !== '') toast.warning(left)
      onDone?.()
      onClose()
      open({ kind: 'passwords', list })
    },
  })
  return (
    <Modal
      open
      title="重置密码"
      okText="重 置"
      cancelText="取 消"
      confirmLoading={reset.isRunning}
      onOk={() => void reset.run({ ids: [...ids], ways })}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>将为{who}生成新的临时密码，原密码立即失效，下次登录时须修改密码。</p>
      <Checkbox.Group<Way>
        value={ways}
        onChange={setWays}
        options={resetWays.map((way) => ({
          value: way,
          label: `${wayWords[way]}发送设置密码的链接`,
          disabled: without.includes(way) || Boolean(troubleOf?.(way)),
        }))}
        style={{ display: 'grid', gap: 8, margin: '16px 0 8px' }}
      />
      <Uncarried message="passwordReset" advice="请将临时密码当面告知本人。" />
      <p className="kp-hint">链接{resetLinkHours}小时内有效，只能使用一次；消息中不含密码。没有手机号或邮箱的人员收不到。</p>
    </Modal>
  )
}
