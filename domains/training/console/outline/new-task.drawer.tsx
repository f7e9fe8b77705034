import { DrawerFooter, FocusReturn, useAskedClose } from '@kaopei/web'
import { Drawer, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { taskKindLabels } from '../../contract/outline.ts'
import { MaterialFields } from './material-fields.tsx'
import { SessionFields } from './session-fields.tsx'
import { isFilled } from './task-check.ts'
import type { NewTaskDrawerProps } from './task-drawer-props.ts'
import { newTask, type TaskDraft } from './use-outline.ts'

/** A material or an offline session, written on the spot. */
export default function NewTask({ kind, isSaving, onClose, onSave }: NewTaskDrawerProps): ReactNode {
  const [before] = useState((): TaskDraft => ({ ...newTask, kind, title: '' }))
  const [draft, setDraft] = useState(before)
  const close = useAskedClose(JSON.stringify(draft) !== JSON.stringify(before), onClose)
  const change = (part: Partial<TaskDraft>) => setDraft((last) => ({ ...last, ...part }))
  const save = async () => {
    if (isFilled(draft) && (await onSave(draft))) onClose()
  }
  return (
    <Drawer
      open
      title={`添加${taskKindLabels[kind]}`}
      size={kind === 'material' ? 913 : 640}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={() => void save()} isRunning={isSaving} />}
    >
      <FocusReturn />
      <Form layout="vertical">
        <Form.Item label="任务名称" required htmlFor="kp-task-title">
          <Input
            id="kp-task-title"
            maxLength={200}
            showCount
            value={draft.title ?? ''}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Form.Item>
        {kind === 'material' && <MaterialFields value={draft.content} onChange={(content) => change({ content })} />}
        {kind === 'session' && <SessionFields value={draft.session} onChange={(session) => change({ session })} />}
      </Form>
    </Drawer>
  )
}
