import type { Endpoint, InputOf } from '@kaopei/contract'
import { type CallState, useCall, useRunner } from '@kaopei/web'
import { course } from '../../contract/course.ts'
import { type CourseOutline, courseOutlineCalls, type OutlineTaskRow, type TaskInput } from '../../contract/course-outline.ts'
import { taskKind } from '../../contract/outline.ts'
import { publishing } from '../../contract/publishing.ts'

export type EditedChapter = CourseOutline['chapters'][number]

const { courseChapterList } = courseOutlineCalls
const refreshes = [courseChapterList, course.getCourse, course.courseList, publishing.touch]

export interface OutlineEditing {
  readonly asked: CallState<CourseOutline>
  readonly isRunning: boolean
  /** Saves a change on top of what is shown; false when it was refused. */
  readonly act: <E extends Endpoint>(endpoint: E, input: InputOf<E>, successText?: string) => Promise<boolean>
  /** The chapter with these tasks, whatever it had. */
  readonly saveTasks: (chapter: EditedChapter, tasks: readonly TaskInput[]) => Promise<boolean>
}

export function useOutline(courseId: string): OutlineEditing {
  const asked = useCall(courseChapterList, { courseId }, { keepPrevious: true })
  const { run, isRunning } = useRunner()
  const act: OutlineEditing['act'] = async (endpoint, input, successText = '') =>
    (await run(endpoint, input, { successText, refreshes })).ok
  const saveTasks: OutlineEditing['saveTasks'] = (chapter, tasks) => {
    const { id, title, descript, conditions } = chapter
    const version = asked.data?.version
    const whole = { courseId, id, title, descript, conditions, tasks: [...tasks], ...(version !== undefined && { version }) }
    return act(courseOutlineCalls.courseChapterEdit, whole, '保存成功')
  }
  return { asked, isRunning, act, saveTasks }
}

/** A task that stands, as it is sent again. */
export function sentTask(task: OutlineTaskRow): TaskInput {
  const { id, title, targetId, isRequired, weight, conditions, html, url } = task
  const rule = typeof task.rule === 'object' && task.rule !== null ? Object.fromEntries(Object.entries(task.rule)) : {}
  return {
    ...{ id, title, targetId, isRequired, weight, conditions, rule },
    kind: kindOf(task.kind),
    ...(html !== null && { html }),
    ...(url !== null && { url }),
  }
}

function kindOf(kind: string): TaskInput['kind'] {
  return taskKind.safeParse(kind).data ?? 'courseware'
}
