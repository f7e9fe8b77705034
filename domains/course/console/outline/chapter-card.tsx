import { DownOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { confirmAction, formatDuration, RowActions, ToneTag, useMay } from '@kaopei/web'
import { Button, Dropdown } from 'antd'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type CourseOutline, courseOutlineCalls, type OutlineTaskRow } from '../../contract/course-outline.ts'
import { type Adding, addingLabels } from './add-tasks.tsx'
import type { Opened } from './outline-editor.tsx'
import { type Moved, moveOfChapter, moveOfTask } from './outline-moves.ts'
import { wordsOfCondition, wordsOfRule } from './outline-words.ts'
import type { EditedChapter, OutlineEditing } from './use-outline.ts'

interface CardProps {
  readonly chapter: EditedChapter
  readonly place: number
  readonly outline: CourseOutline
  readonly editing: OutlineEditing
  readonly open: (opened: Opened) => void
}

const dragType = 'application/x-kaopei-outline'
const isAdding = (key: string): key is Adding => Object.hasOwn(addingLabels, key)

/** A chapter with its tasks. Both are dragged by their handle, or moved by the arrow keys while it has the focus. */
export function ChapterCard({ chapter, place, outline, editing, open }: CardProps): ReactNode {
  const mayEdit = useMay(courseOutlineCalls.courseChapterEdit) && !outline.isFixed
  const titles = titlesOf(outline)
  const { courseId, version } = outline
  const move = (moved: Moved | undefined) => {
    if (moved) void editing.act(courseOutlineCalls.moveTask, { courseId, version, ...moved })
  }
  const drop = useDrop((id, kind) => {
    if (kind === 'chapter' && id !== chapter.id) move({ chapterId: id, beforeId: chapter.id })
    if (kind === 'task') move({ taskId: id, chapterId: chapter.id, beforeId: null })
  })
  const remove = async () => {
    const content = `章节“${chapter.title}”和其中的 ${chapter.tasks.length} 个任务将一起删除。`
    if (await confirmAction({ title: '删除章节？', content, isDangerous: true }))
      await editing.act(courseOutlineCalls.courseChapterDelete, { courseId, version, id: chapter.id }, '删除成功')
  }
  return (
    <section className={`kp-card kp-chapter ${drop.isOver ? 'kp-dropping' : ''}`} aria-label={chapter.title} {...drop.handlers}>
      <div className="kp-chapter-head">
        {mayEdit && (
          <Handle
            name={`章节“${chapter.title}”`}
            drag={{ kind: 'chapter', id: chapter.id }}
            onStep={(by) => move(moveOfChapter(outline.chapters, chapter.id, by))}
          />
        )}
        <h3>
          第 {place + 1} 章　{chapter.title}
        </h3>
        {mayEdit && (
          <>
            <Dropdown
              menu={{
                items: Object.entries(addingLabels).map(([key, label]) => ({ key, label })),
                onClick: ({ key }) => isAdding(key) && open({ kind: 'add', chapter, what: key }),
              }}
            >
              <Button icon={<PlusOutlined />}>
                添加任务 <DownOutlined />
              </Button>
            </Dropdown>
            <RowActions
              actions={[
                { label: '编辑', name: `编辑章节${chapter.title}`, run: () => open({ kind: 'chapter', chapter }) },
                { label: '删除', name: `删除章节${chapter.title}`, isDangerous: true, run: () => void remove() },
              ]}
            />
          </>
        )}
      </div>
      <Conditions of={chapter.conditions.map((one) => wordsOfCondition(one, titles))} />
      {chapter.tasks.length === 0 ? (
        <p className="kp-hint">还没有任务</p>
      ) : (
        <ol className="kp-task-list">
          {chapter.tasks.map((task) => (
            <TaskRow key={task.id} {...{ task, chapter, outline, editing, open, titles, mayEdit, move }} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface TaskRowProps extends Omit<CardProps, 'place'> {
  readonly task: OutlineTaskRow
  readonly titles: ReadonlyMap<string, string>
  readonly mayEdit: boolean
  readonly move: (moved: Moved | undefined) => void
}

function TaskRow({ task, chapter, outline, editing, open, titles, mayEdit, move }: TaskRowProps): ReactNode {
  const { courseId, version } = outline
  const drop = useDrop(
    (id, kind) => kind === 'task' && id !== task.id && move({ taskId: id, chapterId: chapter.id, beforeId: task.id }),
  )
  const remove = async () => {
    const content = `确定删除任务“${task.title}”吗？等待它的解锁条件会一起去掉。`
    if (await confirmAction({ title: '删除任务？', content, isDangerous: true }))
      await editing.act(courseOutlineCalls.deleteTask, { courseId, version, taskId: task.id }, '删除成功')
  }
  return (
    <li className={`kp-task ${drop.isOver ? 'kp-dropping' : ''}`} {...drop.handlers}>
      {mayEdit && (
        <Handle
          name={`任务“${task.title}”`}
          drag={{ kind: 'task', id: task.id }}
          onStep={(by) => move(moveOfTask(outline.chapters, task.id, by))}
        />
      )}
      <div className="kp-task-text">
        <strong>{task.title}</strong>
        <span className="kp-task-facts">
          <span>{task.kindLabel}</span>
          {task.lengthSeconds !== null && <span>{formatDuration(task.lengthSeconds)}</span>}
          {task.pageCount !== null && <span>{task.pageCount} 页</span>}
          <span>{wordsOfRule(task.kind, task.rule)}</span>
          {task.weight !== 1 && <span>权重 {task.weight}</span>}
          {task.conditions.map((one) => {
            const words = wordsOfCondition(one, titles)
            return <span key={words}>{words}</span>
          })}
          {task.refusal && <span className="kp-task-refusal">{task.refusal}</span>}
        </span>
      </div>
      <ToneTag tone={task.isRequired ? 'info' : 'neutral'}>{task.isRequired ? '必修' : '选修'}</ToneTag>
      {mayEdit && (
        <RowActions
          actions={[
            { label: '设置', name: `设置${task.title}`, run: () => open({ kind: 'task', chapter, task }) },
            { label: '删除', name: `删除${task.title}`, isDangerous: true, run: () => void remove() },
          ]}
        />
      )}
    </li>
  )
}

function Conditions({ of }: { readonly of: readonly string[] }): ReactNode {
  return of.length === 0 ? null : <p className="kp-hint">{of.join('；')}</p>
}

export function titlesOf(outline: CourseOutline): ReadonlyMap<string, string> {
  return new Map(outline.chapters.flatMap(({ tasks }) => tasks).map(({ id, title }) => [id, title]))
}

type Dragged = { readonly kind: 'chapter' | 'task'; readonly id: string }

interface HandleProps {
  readonly name: string
  readonly drag: Dragged
  readonly onStep: (by: -1 | 1) => void
}

function Handle({ name, drag, onStep }: HandleProps): ReactNode {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <button
      type="button"
      className="kp-outline-handle"
      draggable
      aria-label={`移动${name}，按上下方向键`}
      title="拖动，或按上下方向键调整顺序"
      onKeyDown={step}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.setData(dragType, `${drag.kind} ${drag.id}`)
        event.dataTransfer.effectAllowed = 'move'
      }}
    >
      <HolderOutlined />
    </button>
  )
}

/** Takes what was dragged by a handle of this outline. */
function useDrop(take: (id: string, kind: Dragged['kind']) => void) {
  const [isOver, setOver] = useState(false)
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        setOver(false)
        const [kind, id = ''] = event.dataTransfer.getData(dragType).split(' ')
        // A chapter that is dropped on a task of another is meant for that chapter.
        if (kind === 'task') event.stopPropagation()
        if (kind === 'task' || kind === 'chapter') take(id, kind)
      },
    },
  }
}
