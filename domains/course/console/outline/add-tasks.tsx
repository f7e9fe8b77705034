import { CoursewarePicker } from '@kaopei/courseware/parts'
import { ExamPicker } from '@kaopei/exam/parts'
import { PracticePicker } from '@kaopei/practice/parts'
import { QuestionnairePicker } from '@kaopei/questionnaire/parts'
import type { Picked } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { TaskInput } from '../../contract/course-outline.ts'
import { NewTaskDrawer } from './new-task.drawer.tsx'
import { newTask } from './new-task.ts'
import { type EditedChapter, type OutlineEditing, sentTask } from './use-outline.ts'

export const addingLabels = {
  courseware: '课件',
  exam: '考试',
  practice: '练习',
  questionnaire: '问卷',
  article: '图文',
  link: '链接',
} as const
export type Adding = keyof typeof addingLabels

interface Props {
  readonly editing: OutlineEditing
  readonly chapter: EditedChapter
  readonly what: Adding
  readonly onClose: () => void
}

/** Adds to a chapter: many coursewares, exams, practices or questionnaires at once, an article, a link. */
export function AddTasks({ editing, chapter, what, onClose }: Props): ReactNode {
  const add = (tasks: readonly TaskInput[]) => editing.saveTasks(chapter, [...chapter.tasks.map(sentTask), ...tasks])
  const addPicked = (kind: 'courseware' | 'exam' | 'practice' | 'questionnaire') => (items: readonly Picked[]) =>
    add(items.map(({ id, name }) => ({ ...newTask, kind, targetId: id, title: name })))
  if (what === 'courseware') return <CoursewarePicker open onClose={onClose} onConfirm={addPicked('courseware')} />
  if (what === 'exam') return <ExamPicker open onClose={onClose} onConfirm={addPicked('exam')} />
  if (what === 'practice') return <PracticePicker open onClose={onClose} onConfirm={addPicked('practice')} />
  if (what === 'questionnaire') return <QuestionnairePicker open onClose={onClose} onConfirm={addPicked('questionnaire')} />
  return <NewTaskDrawer kind={what} onClose={onClose} onSave={(task) => add([task])} />
}
