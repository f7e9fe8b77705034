import { DrawerFooter, FocusReturn, RichTextEditor, toast, useAskedClose } from '@kaopei/web'
import { Drawer, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { type TaskInput, taskInput } from '../../contract/course-outline.ts'
import { newTask } from './new-task.ts'

interface Props {
  readonly kind: 'article' | 'link'
  readonly onClose: () => void
  readonly onSave: (task: TaskInput) => Promise<boolean>
}

/** An article or a link, written on the spot. */
export function NewTaskDrawer({ kind, onClose, onSave }: Props): ReactNode {
  const [title, setTitle] = useState('')
  const [html, setHtml] = useState('')
  const [url, setUrl] = useState('')
  const [isSaving, setSaving] = useState(false)
  const close = useAskedClose(
    [title, html, url].some((text) => text.trim() !== ''),
    onClose,
  )
  const save = async () => {
    if (title.trim() === '') return toast.error('请输入任务名称')
    const parsed = taskInput.safeParse({ ...newTask, kind, title, ...(kind === 'article' ? { html } : { url }) })
    if (!parsed.success) return toast.error(parsed.error.issues[0]?.message ?? '填写有误')
    setSaving(true)
    const isSaved = await onSave(parsed.data)
    setSaving(false)
    if (isSaved) onClose()
  }
  return (
    <Drawer
      open
      title={kind === 'article' ? '添加图文' : '添加链接'}
      size={kind === 'article' ? 913 : 500}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={() => void save()} isRunning={isSaving} />}
    >
      <FocusReturn />
      <Form layout="vertical">
        <Form.Item label="任务名称" required htmlFor="kp-task-title">
          <Input id="kp-task-title" maxLength={200} showCount value={title} onChange={(event) => setTitle(event.target.value)} />
        </Form.Item>
        {kind === 'article' ? (
          <Form.Item label="正文" required>
            <RichTextEditor label="正文" value={html} onChange={setHtml} />
          </Form.Item>
        ) : (
          <Form.Item label="链接" required htmlFor="kp-task-url" extra="打开链接即完成任务">
            <Input
              id="kp-task-url"
              maxLength={2000}
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Form.Item>
        )}
      </Form>
    </Drawer>
  )
}
