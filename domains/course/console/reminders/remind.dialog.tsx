import type { InputOf, OutputOf } from '@kaopei/contract'
import { ErrorState, FocusReturn, PageSkeleton, useAction, useCall } from '@kaopei/web'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { reminders } from '../../contract/reminders.ts'
import { unwrittenWords } from './reminder-words.ts'

export type RemindWish = NonNullable<InputOf<typeof reminders.send>>

interface Props {
  readonly wish: RemindWish
  readonly onClose: () => void
}

/** Says who would be written to, and who not and why, before anybody is. */
export function RemindDialog({ wish, onClose }: Props): ReactNode {
  const asked = useCall(reminders.touch, wish)
  const sending = useAction(reminders.send, {
    successText: '已开始发送，结果见“催学”',
    refreshes: [reminders.runs, reminders.touch],
    onDone: onClose,
  })
  const { data } = asked
  const mayGo = data !== undefined && data.writtenCount > 0 && (data.mail || data.sms)
  return (
    <Modal
      open
      title="催学"
      okText="发 送"
      cancelText="取 消"
      okButtonProps={{ disabled: !mayGo, loading: sending.isRunning }}
      onOk={() => void sending.run(wish)}
      onCancel={onClose}
    >
      <FocusReturn />
      {data ? (
        <Touch touch={data} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={asked.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </Modal>
  )
}

function Touch({ touch }: { readonly touch: OutputOf<typeof reminders.touch> }): ReactNode {
  const { mail, sms, writtenCount, outsideCount } = touch
  if (!mail && !sms)
    return (
      <p>
        催学发不出去：尚未接入邮件服务，也没有可用的短信模板，或“课程催学”消息已停用。请在消息模板中启用，或联系运维人员设置。
      </p>
    )
  const ways = [...(mail ? ['邮件'] : []), ...(sms ? ['短信'] : [])].join('和')
  const reasons = unwrittenWords(touch)
  if (outsideCount > 0) reasons.push(`${outsideCount} 人已不在课程中或不在您的管理范围内`)
  return (
    <>
      <p>
        将以{ways}提醒 <strong>{writtenCount}</strong> 名未完成的学员。
      </p>
      {reasons.length > 0 && <p className="kp-hint">不会发送：{reasons.join('，')}。</p>}
    </>
  )
}
