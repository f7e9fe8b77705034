import type { Endpoint, InputOf } from '@kaopei/contract'
import { type CallState, useCall, useRunner } from '@kaopei/web'
import { project } from '../../contract/project.ts'
import { type ProjectOutline, type ProjectTask, projectTasks } from '../../contract/stage-task.ts'

export type EditedStage = ProjectOutline['stages'][number]
/** A task as it is sent. */
export type TaskDraft = InputOf<typeof projectTasks.createList>['tasks'][number]

const refreshes = [projectTasks.list, projectTasks.getTasks, project.get, project.list, project.faults]

export interface OutlineEditing {
  readonly asked: CallState<ProjectOutline>
  readonly isRunning: boolean
  /** Saves a change on top of what is shown; when it was refused, what stands there now is read and false answered. */
  readonly act: <E extends Endpoint>(endpoint: E, input: InputOf<E>, successText?: string) => Promise<boolean>
}

export function useOutline(projectId: string): OutlineEditing {
  const asked = useCall(projectTasks.list, { projectId }, { keepPrevious: true })
  const { run, isRunning } = useRunner()
  const act: OutlineEditing['act'] = async (endpoint, input, successText = '') => {
    const isDone = (await run(endpoint, input, { successText, refreshes })).ok
    if (!isDone) asked.refetch()
    return isDone
  }
  return { asked, isRunning, act }
}

/** What a task begins with. */
export const newTask: Pick<TaskDraft, 'isRequired' | 'weight' | 'conditions' | 'rule'> = {
  isRequired: true,
  weight: 1,
  conditions: [],
  rule: {},
}

/** A task that stands, as it is sent again. */
export function sentTask(task: ProjectTask): Omit<TaskDraft, 'kind'> {
  const { title, targetId, isRequired, weight, conditions, dueTime, dueAfterDays, isForChosen, makesUpTaskId, session } = task
  const rule = typeof task.rule === 'object' && task.rule !== null ? Object.fromEntries(Object.entries(task.rule)) : {}
  return {
    ...{ title, targetId, isRequired, weight, conditions, dueTime, dueAfterDays, isForChosen, makesUpTaskId, rule },
    ...(task.content && { content: task.content }),
    ...(session && { session: factsOf(session) }),
  }
}

/** What organisers write of a session, without what came of it. */
function factsOf({ heldTime: _held, ...facts }: NonNullable<ProjectTask['session']>) {
  return facts
}

export function tasksOf(outline: ProjectOutline): readonly ProjectTask[] {
  return outline.stages.flatMap(({ tasks }) => tasks)
}
