import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import {
  confirmAction,
  DropMenu,
  formatDuration,
  OutlineCard,
  type OutlineMoves,
  OutlineRow,
  RowActions,
  ToneTag,
  useMay,
} from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type CourseOutline, courseOutlineCalls, type OutlineTaskRow } from '../../contract/course-outline.ts'
import { countWords, kindWords } from '../../contract/courseware-words.ts'
import { type Adding, addingLabels } from './add-tasks.tsx'
import type { Opened } from './outline-editor.tsx'
import { wordsOfCondition, wordsOfRule } from './outline-words.ts'
import type { EditedChapter, OutlineEditing } from './use-outline.ts'

interface CardProps {
  readonly chapter: EditedChapter
  readonly place: number
  readonly outline: CourseOutline
  readonly editing: OutlineEditing
  readonly open: (opened: Opened) => void
}

const isAdding = (key: string): key is Adding => Object.hasOwn(addingLabels, key)

/** A chapter with its tasks. */
export function ChapterCard({ chapter, place, outline, editing, open }: CardProps): ReactNode {
  const mayEdit = useMay(courseOutlineCalls.courseChapterEdit) && !outline.isFixed
  const tasks = tasksOf(outline)
  const { courseId, version } = outline
  const moves: OutlineMoves = {
    groups: outline.chapters,
    onMove: mayEdit
      ? ({ groupId, ...move }) =>
          void editing.act(courseOutlineCalls.moveTask, { courseId, version, chapterId: groupId, ...move })
      : undefined,
  }
  const remove = async () => {
    const content = `章节“${chapter.title}”和其中的 ${chapter.tasks.length} 个任务将一起删除。`
    if (await confirmAction({ title: '删除章节？', content, isDangerous: true }))
      await editing.act(courseOutlineCalls.courseChapterDelete, { courseId, version, id: chapter.id }, '删除成功')
  }
  return (
    <OutlineCard
      id={chapter.id}
      name={`章节“${chapter.title}”`}
      label={chapter.title}
      heading={`第 ${place + 1} 章　${chapter.title}`}
      moves={moves}
      facts={<Conditions of={chapter.conditions.map((one) => wordsOfCondition(one, tasks))} />}
      actions={
        mayEdit && (
          <>
            <DropMenu
              menu={{
                items: Object.entries(addingLabels).map(([key, label]) => ({ key, label })),
                onClick: ({ key }) => isAdding(key) && open({ kind: 'add', chapter, what: key }),
              }}
            >
              <Button icon={<PlusOutlined />}>
                添加任务 <DownOutlined />
              </Button>
            </DropMenu>
            <RowActions
              actions={[
                { label: '编辑', name: `编辑章节${chapter.title}`, run: () => open({ kind: 'chapter', chapter }) },
                { label: '删除', name: `删除章节${chapter.title}`, isDangerous: true, run: () => void remove() },
              ]}
            />
          </>
        )
      }
    >
      {chapter.tasks.map((task) => (
        <TaskRow key={task.id} {...{ task, chapter, outline, editing, open, tasks, mayEdit, moves }} />
      ))}
    </OutlineCard>
  )
}

interface TaskRowProps extends Omit<CardProps, 'place'> {
  readonly task: OutlineTaskRow
  readonly tasks: readonly OutlineTaskRow[]
  readonly mayEdit: boolean
  readonly moves: OutlineMoves
}

function TaskRow({ task, chapter, outline, editing, open, tasks, mayEdit, moves }: TaskRowProps): ReactNode {
  const { courseId, version } = outline
  const remove = async () => {
    const content = `确定删除任务“${task.title}”吗？等待它的解锁条件会一起去掉。`
    if (await confirmAction({ title: '删除任务？', content, isDangerous: true }))
      await editing.act(courseOutlineCalls.deleteTask, { courseId, version, taskId: task.id }, '删除成功')
  }
  return (
    <OutlineRow
      id={task.id}
      groupId={chapter.id}
      title={task.title}
      moves={moves}
      facts={<TaskFacts task={task} tasks={tasks} />}
      tags={<ToneTag tone={task.isRequired ? 'info' : 'neutral'}>{task.isRequired ? '必修' : '选修'}</ToneTag>}
      actions={
        mayEdit && (
          <RowActions
            actions={[
              { label: '设置', name: `设置${task.title}`, run: () => open({ kind: 'task', chapter, task }) },
              { label: '删除', name: `删除${task.title}`, isDangerous: true, run: () => void remove() },
            ]}
          />
        )
      }
    />
  )
}

function TaskFacts({ task, tasks }: Pick<TaskRowProps, 'task' | 'tasks'>): ReactNode {
  const count = countWords(task)
  const rule = wordsOfRule(task.kind, task.rule, task.coursewareType)
  return (
    <>
      <span>{kindWords(task.kindLabel, task)}</span>
      {task.lengthSeconds !== null && <span>{formatDuration(task.lengthSeconds)}</span>}
      {count !== '' && <span>{count}</span>}
      {rule !== '' && <span>{rule}</span>}
      {task.weight !== 1 && <span>权重 {task.weight}</span>}
      {task.conditions.map((one) => {
        const words = wordsOfCondition(one, tasks)
        return <span key={words}>{words}</span>
      })}
      {task.refusal && <span className="kp-outline-refusal">{task.refusal}</span>}
    </>
  )
}

function Conditions({ of }: { readonly of: readonly string[] }): ReactNode {
  return of.length === 0 ? null : <p className="kp-hint">{of.join('；')}</p>
}

const tasksOf = ({ chapters }: CourseOutline): OutlineTaskRow[] => chapters.flatMap(({ tasks }) => tasks)
