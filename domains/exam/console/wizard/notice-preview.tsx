import type { InputOf } from '@kaopei/contract'
import { EmptyState, ErrorState, FocusReturn, RichText, useCall } from '@kaopei/web'
import { Modal, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { exam } from '../../contract/exam.ts'

interface NoticePreviewProps {
  readonly input: InputOf<typeof exam.previewNotice>
  readonly title: string
  readonly onClose: () => void
}

/** A notice as a candidate gets it, with the values of this exam as it is saved. */
export function NoticePreview({ input, title, onClose }: NoticePreviewProps): ReactNode {
  const asked = useCall(exam.previewNotice, input)
  return (
    <Modal open title={`预览 ${title}`} footer={null} width={560} onCancel={onClose}>
      <FocusReturn />
      {asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
      {asked.isPending && <Skeleton active />}
      {asked.data?.isOff && <EmptyState text="这条消息已在消息模板中停用，不会发送" />}
      {asked.data && !asked.data.isOff && (
        <div className="kp-notice-preview">
          {input.channel === 'mail' ? (
            <>
              <strong>{asked.data.subject}</strong>
              <RichText html={asked.data.body} />
            </>
          ) : (
            <p>{asked.data.body}</p>
          )}
        </div>
      )}
    </Modal>
  )
}
