import type { Endpoint, InputOf } from '@kaopei/contract'
import { type CallState, useCall, useRunner } from '@kaopei/web'
import { isApiError } from '@kaopei/web/client'
import { useState } from 'react'
import { projectOutlineErrors } from '../../contract/errors.ts'
import { project } from '../../contract/project.ts'
import { type ProjectOutline, type ProjectTask, projectTasks } from '../../contract/stage-task.ts'

export type EditedStage = ProjectOutline['stages'][number]
/** A task as it is sent. */
export type TaskDraft = InputOf<typeof projectTasks.createList>['tasks'][number]

export type ForCompleted = 'keep' | 'owe'
const completedAsked = projectOutlineErrors.completedAsked.code
const refreshes = [projectTasks.list, projectTasks.getTasks, project.get, project.list, project.faults]

export interface OutlineEditing {
  readonly asked: CallState<ProjectOutline>
  readonly isRunning: boolean
  /** Whoever completed the project has to be decided about: asked of the person on the screen. */
  readonly question: { readonly answer: (given?: ForCompleted) => void } | undefined
  /** Saves a change on top of what is shown; when it was refused, what stands there now is read and false answered. */
  readonly act: <E extends Endpoint>(endpoint: E, input: InputOf<E>, successText?: string) => Promise<boolean>
}

export function useOutline(projectId: string): OutlineEditing {
  const asked = useCall(projectTasks.list, { projectId }, { keepPrevious: true })
  const { run, isRunning } = useRunner()
  const [question, setQuestion] = useState<OutlineEditing['question']>()
  const ask = () =>
    new Promise<ForCompleted | undefined>((resolve) => {
      const answer = (given?: ForCompleted) => {
        setQuestion(undefined)
        resolve(given)
      }
      setQuestion({ answer })
    })
  const act: OutlineEditing['act'] = async (endpoint, input, successText = '') => {
    const options = { successText, refreshes, answers: [completedAsked] }
    const first = await run(endpoint, input, options)
    if (first.ok) return true
    if (!isApiError(first.error) || first.error.code !== completedAsked) {
      asked.refetch()
      return false
    }
    const forCompleted = await ask()
    if (forCompleted === undefined) return false
    const { ok } = await run(endpoint, Object.assign({}, input, { forCompleted }), { successText, refreshes })
    if (!ok) asked.refetch()
    return ok
  }
  return { asked, isRunning, act, question }
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
