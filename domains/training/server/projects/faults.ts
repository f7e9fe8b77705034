/** What stands against a project on the shelf: asked before and again in the transaction that puts it there. */
import { keyOfTarget } from '@kaopei/learning/server'
import type { Db } from '@kaopei/server'
import type { ProjectFault } from '../../contract/project.ts'
import { circleOf, tasksOf } from '../outline/change.ts'
import { type Outline, outlineOf, type Stage } from '../outline/outline.sql.ts'
import { selectSessions } from '../outline/sessions-of.sql.ts'
import { refusalOf, targetsOf } from '../task-kinds.ts'

const nowhere = { stageId: null, taskId: null, examId: null }

export async function faultsOf(db: Db, projectId: string, now: Date): Promise<ProjectFault[]> {
  const outline = await outlineOf(db, projectId)
  if (!outline) return []
  const { stages, endAt } = outline
  if (stages.length === 0) return [{ ...nowhere, code: 'noStage', message: '项目还没有阶段，请先添加阶段和任务' }]
  const circle = circleOf(outline)
  return [
    ...(endAt !== null && endAt <= now
      ? [{ ...nowhere, code: 'ended' as const, message: '项目的结束时间已过，请先修改结束时间' }]
      : []),
    ...stages.flatMap((stage) => stageFaults(outline, stage)),
    ...(await taskFaults(db, outline)),
    ...(circle === undefined ? [] : [{ ...nowhere, code: 'circle' as const, message: circle }]),
  ]
}

function stageFaults({ beginAt, endAt }: Outline, stage: Stage): ProjectFault[] {
  const at = { stageId: stage.id, taskId: null, examId: null }
  const { opensAt, endsAt, title } = stage
  const faults: ProjectFault[] = []
  if (stage.tasks.length === 0) faults.push({ ...at, code: 'emptyStage', message: `阶段“${title}”还没有任务` })
  if (opensAt !== null && endsAt !== null && opensAt >= endsAt)
    faults.push({ ...at, code: 'window', message: `阶段“${title}”的结束早于开始` })
  if (opensAt !== null && endAt !== null && opensAt >= endAt)
    faults.push({ ...at, code: 'window', message: `阶段“${title}”在项目结束之后才开始` })
  if (endsAt !== null && beginAt !== null && endsAt <= beginAt)
    faults.push({ ...at, code: 'window', message: `阶段“${title}”在项目开始之前就结束了` })
  return faults
}

async function taskFaults(db: Db, outline: Outline): Promise<ProjectFault[]> {
  const tasks = tasksOf(outline)
  const targets = await targetsOf(db, tasks)
  const { beginAt, projectId } = outline
  const held = new Map((await selectSessions(db, projectId)).map((one) => [one.taskId, one]))
  return tasks.flatMap((task): ProjectFault[] => {
    const at = { stageId: task.stageId, taskId: task.id, examId: null }
    const why = refusalOf(task, targets)
    // One that is gone is replaced at the task; one that is there is published, or opened for longer, by its own page.
    const isThere = task.targetId !== null && targets.has(keyOfTarget(task.kind, task.targetId))
    const examId = task.kind === 'exam' && isThere ? task.targetId : null
    if (why !== null) return [{ ...at, examId, code: 'target', message: `任务“${task.title}”：${why}` }]
    if (task.kind !== 'session') return []
    const session = held.get(task.id)
    if (!session) return [{ ...at, code: 'session', message: `任务“${task.title}”还没有填写时间和地点` }]
    if (beginAt === null || session.endTime > beginAt) return []
    return [{ ...at, code: 'session', message: `线下课“${task.title}”在项目开始之前就结束了，请修改上课时间或项目的开始时间` }]
  })
}
