import type { OutputOf } from '@kaopei/contract'
import { FocusReturn, RightButton, useCall } from '@kaopei/web'
import { Button, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { progress } from '../../contract/progress.ts'
import { type SettleAct, SettleDialog, type Settled } from './settle.dialog.tsx'

interface Props {
  readonly courseId: string
  readonly people: readonly { readonly staffId: string; readonly name: string }[]
  readonly onSaved: () => void
}

/** What can be settled for several learners at once. */
export function SettleBatch(props: Props): ReactNode {
  const [act, setAct] = useState<SettleAct>()
  return (
    <>
      <RightButton size="small" right={progress.exempt} onClick={() => setAct('exempt')}>
        免修
      </RightButton>
      <RightButton size="small" right={progress.openTask} onClick={() => setAct('openTask')}>
        开放
      </RightButton>
      <RightButton size="small" right={progress.closeTask} onClick={() => setAct('closeTask')}>
        取消开放
      </RightButton>
      {act && <TaskFirst {...props} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

const questions: Readonly<Record<SettleAct, string>> = {
  exempt: '免修哪个任务？',
  unexempt: '取消哪个任务的免修？',
  openTask: '开放哪个章节或任务？',
  closeTask: '取消开放哪个章节或任务？',
}

/** What can be settled: a task; a chapter with all that is in it can be opened and closed too. */
function choicesOf({ chapters }: OutputOf<typeof progress.course>, act: SettleAct): readonly Settled[] {
  const mayBeChapter = act === 'openTask' || act === 'closeTask'
  return chapters.flatMap(({ id, title, tasks }) => [...(mayBeChapter ? [{ id, title: `整章：${title}` }] : []), ...tasks])
}

/** Which task first, then the reason. */
function TaskFirst({
  act,
  courseId,
  people,
  onSaved,
  onClose,
}: Props & { readonly act: SettleAct; readonly onClose: () => void }): ReactNode {
  const asked = useCall(progress.course, { courseId })
  const [chosen, setChosen] = useState<string>()
  const [task, setTask] = useState<Settled>()
  const known = asked.data ? choicesOf(asked.data, act) : []
  if (task) return <SettleDialog {...{ act, courseId, task, people, onClose, onSaved }} />
  return (
    <Modal
      open
      title={questions[act]}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取 消</Button>
          <Button type="primary" disabled={chosen === undefined} onClick={() => setTask(known.find(({ id }) => id === chosen))}>
            下一步
          </Button>
        </>
      }
    >
      <FocusReturn />
      <Select
        aria-label="任务"
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="请选择"
        loading={asked.isPending}
        value={chosen ?? null}
        options={known.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id: string | null) => setChosen(id ?? undefined)}
      />
    </Modal>
  )
}
