import { formatScore, useUnsavedGuard } from '@kaopei/web'
import { Button, Modal, Tag } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DeskTask, taskState } from '../contract/shapes.ts'
import { AnswerPane } from './answer-pane.tsx'
import { type KeyAction, keyAction, keyOf, shortcuts } from './key-action.ts'
import { LockClock } from './lock-clock.tsx'
import { isEmptyAnswer, togglePoint, withScore } from './marks.ts'
import { ObjectiveItem } from './objective-item.tsx'
import { QuestionSide } from './question-side.tsx'
import { ScorePanel } from './score-panel.tsx'
import { type Typing, typeScore } from './score-typing.ts'
import type { Desk, Direction } from './use-desk.ts'
import { useMarking } from './use-marking.ts'

interface WorkplaceProps {
  readonly desk: Desk
  /** Nothing lies beyond the answer on the desk. */
  readonly isLast: boolean
}

/** Three columns: the question, the answer, the marks. Everything of an answer is keyed by it, so that nothing reaches the next. */
export function Workplace({ desk, isLast }: WorkplaceProps): ReactNode {
  const { task, item } = desk
  return (
    <>
      {desk.paper && <PaperNav desk={desk} />}
      {isLast && (
        <p className="kp-marking-last" role="status">
          没有其他待阅的答卷了
        </p>
      )}
      {task ? (
        <MarkingDesk key={`${task.attemptId}/${task.slot}/${task.version}`} task={task} desk={desk} />
      ) : (
        item && desk.paper && <ObjectiveItem item={item} candidate={desk.paper.candidate} onNext={() => void desk.go('next')} />
      )}
    </>
  )
}

/** Every question of the paper; those that a person marks say how far they are. */
function PaperNav({ desk }: { readonly desk: Desk }): ReactNode {
  const { paper, item } = desk
  if (!paper) return null
  return (
    <nav className="kp-marking-nav" aria-label="答卷题目">
      {paper.items.map((each) => {
        const state = each.task ? taskState.label(each.task.state) : '系统判分'
        return (
          <Button
            key={each.slot}
            size="small"
            type={each.slot === item?.slot ? 'primary' : each.task ? 'default' : 'text'}
            aria-current={each.slot === item?.slot}
            aria-label={`第 ${each.number} 题，${state}`}
            className={each.task ? `kp-marking-nav-${each.task.state === taskState.done ? 'done' : 'open'}` : ''}
            onClick={() => desk.select(each.slot)}
          >
            {each.number}
          </Button>
        )
      })}
      <Tag>
        主观题 {paper.doneCount} / {paper.taskCount}
      </Tag>
      {paper.objectiveScore !== null && <Tag>客观题 {formatScore(paper.objectiveScore)} 分</Tag>}
    </nav>
  )
}

function MarkingDesk({ task, desk }: { readonly task: DeskTask; readonly desk: Desk }): ReactNode {
  const marking = useMarking(task)
  const comment = useRef<HTMLTextAreaElement>(null)
  const typing = useRef<Typing>({ text: '', at: 0 })
  const [isHelpOpen, setHelpOpen] = useState(false)
  useUnsavedGuard(marking.isUnsaved)

  const save = async () => {
    const saved = await marking.save()
    if (!saved) return
    desk.setProgress(saved.progress)
    await desk.goOn(saved.isPaperDone)
  }
  const go = async (direction: Direction) => {
    await marking.flush()
    await desk.go(direction)
  }
  const act = (action: KeyAction) => {
    const { marks, change } = marking
    switch (action.kind) {
      case 'save':
        return void save()
      case 'confirmEmpty':
        return isEmptyAnswer(task) && marks.score === 0 ? void save() : undefined
      case 'next':
      case 'previous':
        return void go(action.kind)
      case 'full':
        return change(withScore(marks, task.maxScore))
      case 'score': {
        const { score, ...typed } = typeScore(typing.current, action.key, { max: task.maxScore, now: Date.now() })
        typing.current = typed
        return score === null ? undefined : change(withScore(marks, score))
      }
      case 'point': {
        const point = task.points[action.index]
        return point ? change(togglePoint(marks, task, point)) : undefined
      }
      case 'comment':
        return comment.current?.focus()
      case 'leaveField':
        return document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined
      case 'help':
        return setHelpOpen(true)
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    marking.keepLock()
    if (isHelpOpen || document.querySelector('.ant-modal-confirm')) return
    const action = keyAction(keyOf(event))
    if (!action) return
    event.preventDefault()
    act(action)
  })
  const onActivity = useEffectEvent(() => marking.keepLock())
  // Keys work wherever the focus is, and moving the mouse is work too: both are the window's.
  useEffect(() => {
    const pointer = () => onActivity()
    const key = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', key)
    window.addEventListener('pointermove', pointer)
    window.addEventListener('wheel', pointer, { passive: true })
    return () => {
      window.removeEventListener('keydown', key)
      window.removeEventListener('pointermove', pointer)
      window.removeEventListener('wheel', pointer)
    }
  }, [])

  return (
    <>
      <div className="kp-marking-columns">
        <QuestionSide task={task} />
        <AnswerPane task={task} />
        <ScorePanel task={task} marking={marking} commentRef={comment} onSave={() => void save()} onReload={desk.reload} />
      </div>
      <footer className="kp-marking-foot">
        <Button onClick={() => void go('previous')}>← 上一份</Button>
        <Button onClick={() => void go('next')}>跳过，下一份 →</Button>
        <LockClock until={marking.lockedUntil} />
        <Button type="text" onClick={() => setHelpOpen(true)}>
          快捷键（?）
        </Button>
      </footer>
      <Modal title="快捷键" open={isHelpOpen} onCancel={() => setHelpOpen(false)} footer={null}>
        <dl className="kp-marking-keys">
          {shortcuts.map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
