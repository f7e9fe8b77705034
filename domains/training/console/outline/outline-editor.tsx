import { PlusOutlined } from '@ant-design/icons'
import { EmptyState, Loaded, PageSkeleton, RightButton } from '@kaopei/web'
import { Alert, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type ProjectOutline, type ProjectTask, projectStages, projectTasks } from '../../contract/stage-task.ts'
import { isRunning } from '../../contract/status.ts'
import '../training.css'
import { AddTasks } from './add-tasks.tsx'
import { CompletedDialog, TaskDrawer } from './new-task-opened.ts'
import { orderOptions } from './outline-words.ts'
import { StageDrawer } from './stage.drawer.tsx'
import { StageCard } from './stage-card.tsx'
import { type EditedStage, type OutlineEditing, type TaskDraft, tasksOf, useOutline } from './use-outline.ts'

export type Opened =
  | { readonly kind: 'stage'; readonly stage?: EditedStage }
  | { readonly kind: 'task'; readonly task: ProjectTask }
  | { readonly kind: 'add'; readonly stage: EditedStage; readonly what: TaskDraft['kind'] }

/** Stages and tasks of a project: added, changed, put in order; each change is saved as it is made. */
export function OutlineEditor({ projectId }: { readonly projectId: string }): ReactNode {
  const editing = useOutline(projectId)
  return (
    <Loaded of={editing.asked} skeleton={<PageSkeleton />}>
      {(outline) => <Editor outline={outline} editing={editing} />}
    </Loaded>
  )
}

interface EditorProps {
  readonly outline: ProjectOutline
  readonly editing: OutlineEditing
}

function Editor({ outline, editing }: EditorProps): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const markedId = useLocation().hash.slice(1)
  useShownPlace(markedId)
  const close = () => setOpened(undefined)
  const { stages, isFixed, projectId, outlineVersion } = outline
  return (
    <>
      <OutlineHead outline={outline} editing={editing} onAdd={() => setOpened({ kind: 'stage' })} />
      {isFixed && <Alert type="info" showIcon title="项目已结束，阶段和任务不能再修改。" className="kp-training-alert" />}
      {isRunning(outline.status) && (
        <Alert
          type="info"
          showIcon
          title="项目正在进行：修改立即生效，学员的进度会随后重新计算。"
          className="kp-training-alert"
        />
      )}
      {stages.length === 0 && (
        <div className="kp-card">
          <EmptyState text="还没有阶段，请先添加阶段，再向阶段中添加课程、考试、练习、问卷、资料或线下课" />
        </div>
      )}
      {stages.map((stage, place) => (
        <StageCard key={stage.id} {...{ stage, place, outline, editing, markedId }} open={setOpened} />
      ))}
      {opened?.kind === 'stage' && <StageDrawer {...{ outline, editing }} stage={opened.stage} onClose={close} />}
      {opened?.kind === 'task' && <TaskDrawer {...{ outline, editing }} task={opened.task} onClose={close} />}
      {opened?.kind === 'add' && (
        <AddTasks {...{ projectId, outlineVersion, editing }} stage={opened.stage} kind={opened.what} onClose={close} />
      )}
      {editing.question && <CompletedDialog onAnswer={editing.question.answer} />}
    </>
  )
}

/** The place that the address names, e.g. of a fault that led here. */
function useShownPlace(id: string): void {
  // Scrolling is the document's, and the place is there only once it is drawn.
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [id])
}

function OutlineHead({ outline, editing, onAdd }: EditorProps & { readonly onAdd: () => void }): ReactNode {
  const { projectId, outlineVersion, unlockOrder, isFixed, stages } = outline
  const order = orderOptions.find(({ value }) => value === unlockOrder)
  return (
    <section className="kp-card kp-outline-head" aria-label="解锁方式">
      <label htmlFor="kp-unlock-order">解锁方式</label>
      <Select
        id="kp-unlock-order"
        value={unlockOrder}
        disabled={isFixed}
        style={{ width: 150 }}
        options={orderOptions.map(({ value, label }) => ({ value, label }))}
        onChange={(value) =>
          void editing.act(projectTasks.unlockModel, { projectId, outlineVersion, unlockOrder: value }, '保存成功')
        }
      />
      <span className="kp-hint">{order?.hint}</span>
      <span className="kp-outline-spring" />
      <span className="kp-number">
        {stages.length} 个阶段 {tasksOf(outline).length} 个任务
      </span>
      {!isFixed && (
        <RightButton right={projectStages.create} type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          添加阶段
        </RightButton>
      )}
    </section>
  )
}
