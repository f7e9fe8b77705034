import { DownOutlined } from '@ant-design/icons'
import { confirmAction, may, RightButton, toast, useAction } from '@kaopei/web'
import { Button, Dropdown, type MenuProps, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { CancelDialog } from './cancel.dialog.tsx'
import { detailPath, previewPath, stepPath } from './paths.ts'

interface ActedExam {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly status: number
}

/** What can be done with an exam in its state: two buttons and the rest behind 更多. */
export function ExamActions({ exam: row }: { readonly exam: ActedExam }): ReactNode {
  const navigate = useNavigate()
  const [isCancelling, setCancelling] = useState(false)
  const copy = useAction(exam.copy, {
    successText: '复制成功',
    onDone: ({ id }) => void navigate(stepPath(0, id)),
  })
  const remove = useAction(exam.remove, { successText: '删除成功' })
  const isDraft = row.status === examStatus.draft
  const isCancelled = row.status === examStatus.cancelled
  const more: MenuProps['items'] = [
    { key: 'preview', label: '预览试卷' },
    { key: 'copy', label: '复制' },
    ...(isDraft ? [{ key: 'remove', label: '删除', danger: true }] : []),
    ...(!isDraft && !isCancelled && row.status !== examStatus.ended ? [{ key: 'cancel', label: '取消考试', danger: true }] : []),
  ]
  const act = async (key: string) => {
    if (key === 'preview') return void window.open(previewPath(row.id), '_blank', 'noopener')
    if (key === 'copy') return void (allowed(exam.copy) && (await copy.run({ id: row.id })))
    if (key === 'cancel') return allowed(exam.cancel) && setCancelling(true)
    if (!allowed(exam.remove)) return
    const isSure = await confirmAction({ title: '确认删除？', content: `删除后不可恢复：${row.name}`, isDangerous: true })
    if (isSure) await remove.run({ id: row.id })
  }
  return (
    <Space size={0}>
      {isDraft ? (
        <Button type="link" size="small" onClick={() => void navigate(stepPath(3, row.id))}>
          发布
        </Button>
      ) : (
        <Button type="link" size="small" onClick={() => void navigate(detailPath(row.id))}>
          详情
        </Button>
      )}
      {!isCancelled && (
        <RightButton right={exam.save} type="link" size="small" onClick={() => void navigate(stepPath(0, row.id))}>
          编辑
        </RightButton>
      )}
      <Dropdown menu={{ items: more, onClick: ({ key }) => void act(key) }} trigger={['click']}>
        <Button type="link" size="small">
          更多 <DownOutlined />
        </Button>
      </Dropdown>
      {isCancelling && <CancelDialog exam={row} onClose={() => setCancelling(false)} />}
    </Space>
  )
}

function allowed(endpoint: Parameters<typeof may>[0]): boolean {
  if (may(endpoint)) return true
  toast.warning('no permission')
  return false
}
