/** What becomes of those who completed a running project when something more is required: whoever changes it is asked. */

import { isDeepStrictEqual } from 'node:util'
import type { Db, Fail } from '@kaopei/server'
import { projectOutlineErrors } from '../../contract/errors.ts'
import { isRunning } from '../../contract/status.ts'
import type { Opened } from './change.ts'
import { hasCompleted } from './completed.sql.ts'
import type { Stage, TaskRow } from './outline.sql.ts'

interface Asking {
  readonly forCompleted: 'keep' | 'owe' | undefined
  readonly db: Db
  readonly now: Date
  readonly fail: Fail<(typeof projectOutlineErrors)['completedAsked']>
}

/** The stages as they shall be, with what was answered; nobody is asked where nobody had completed the project or nothing more is owed. */
export async function settleCompleted({ project, outline }: Opened, stages: readonly Stage[], asking: Asking): Promise<Stage[]> {
  const { forCompleted, db, now, fail } = asking
  const before = new Map(outline.stages.flatMap(({ tasks }) => tasks.map((task) => [task.id, task] as const)))
  const more = new Set(
    stages.flatMap(({ tasks }) => tasks.flatMap((task) => (owesMore(before.get(task.id), task) ? [task.id] : []))),
  )
  if (more.size === 0 || !isRunning(project.status)) return [...stages]
  if (forCompleted === undefined && (await hasCompleted(db, project.id))) return fail(projectOutlineErrors.completedAsked)
  const keptBefore = forCompleted === 'keep' ? now : null
  return stages.map((stage) => ({
    ...stage,
    tasks: stage.tasks.map((task) => (more.has(task.id) ? { ...task, keptBefore } : task)),
  }))
}

/** Somebody who had done all could owe something by it: it is new, required or for everybody now, or asks for something else. */
function owesMore(before: TaskRow | undefined, task: TaskRow): boolean {
  if (!task.isRequired || task.makesUpTaskId !== null) return false
  if (!before?.isRequired || before.makesUpTaskId !== null) return true
  if (before.isForChosen && !task.isForChosen) return true
  return before.targetId !== task.targetId || !isDeepStrictEqual(before.rule, task.rule)
}
