/** One way to change stages and tasks: the project is locked, its outline read, changed as a value, checked and written. */
import { protocolErrors } from '@kaopei/contract'
import { unlockTreeOf } from '@kaopei/course/contract/outline'
import { lockCircle } from '@kaopei/learning/contract/lock-circle'
import { waitsOutside } from '@kaopei/learning/contract/waits-outside'
import { followPractices } from '@kaopei/practice/server'
import { followQuestionnaires } from '@kaopei/questionnaire/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { projectErrors, projectOutlineErrors } from '../../contract/errors.ts'
import { mostStages, mostTasks } from '../../contract/stage-task.ts'
import { isChangeable, isRunning } from '../../contract/status.ts'
import { lockProject, type Project } from '../projects/project.sql.ts'
import { askDerive } from '../standing/derive.job.ts'
import { type Outline, outlineOf, type Stage } from './outline.sql.ts'
import { countUp, writeOutline } from './write.sql.ts'

type Refusals = (typeof projectOutlineErrors)['lockCircle' | 'tooLarge' | 'unknownTask']

export interface Opened {
  readonly project: Project
  readonly outline: Outline
}

/** `outlineVersion`: from which the change was made; undefined: whichever it is. */
export async function openOutline(
  db: Db,
  {
    projectId,
    outlineVersion,
    fail,
  }: { projectId: string; outlineVersion: number | undefined; fail: Fail<(typeof projectErrors)['fixed']> },
): Promise<Opened> {
  const project = await lockProject(db, projectId)
  if (!project) throw new ProtocolFailure(protocolErrors.notFound)
  if (!isChangeable(project.status)) return fail(projectErrors.fixed)
  if (outlineVersion !== undefined && outlineVersion !== project.outlineVersion)
    throw new ProtocolFailure(protocolErrors.changed, { data: { outlineVersion: project.outlineVersion } })
  const outline = await outlineOf(db, projectId)
  if (!outline) throw new ProtocolFailure(protocolErrors.notFound)
  return { project, outline }
}

export type Change = Pick<Outline, 'stages' | 'unlockOrder'>

/** Writes the outline as it shall be; of a running project everybody's state is asked for anew. Answers the outline's new version. */
export async function saveOutline(
  db: Db,
  { project, outline }: Opened,
  change: Change,
  { now, fail }: { now: Date; fail: Fail<Refusals> },
): Promise<number> {
  const tasks = tasksOf(change)
  if (change.stages.length > mostStages || tasks.length > mostTasks) return fail(projectOutlineErrors.tooLarge)
  const waiting = waitsOutside(unlockTreeOf(change.unlockOrder, change.stages))
  if (waiting !== undefined) {
    const text = `“${waiting}”的解锁条件所选的任务不在项目中，请重新选择`
    return fail(projectOutlineErrors.unknownTask, { text })
  }
  const circle = circleOf(change)
  if (circle) return fail(projectOutlineErrors.lockCircle, { text: circle })
  const known = new Set(tasksOf(outline).map(({ id }) => id))
  const slots = tasks.filter(({ id }) => !known.has(id)).length
  const version = await countUp(db, project.id, { unlockOrder: change.unlockOrder, slots, now })
  await writeOutline(db, project.id, change.stages, now)
  if (!isRunning(project.status)) return version
  await followTargets(db, change)
  await askDerive(db, project.id)
  return version
}

export const tasksOf = ({ stages }: Pick<Outline, 'stages'>) => stages.flatMap(({ tasks }) => tasks)

/** Practices tell what is reached in them, and questionnaires who has answered, only to those who asked. */
export async function followTargets(db: Db, outline: Pick<Outline, 'stages'>): Promise<void> {
  const targetsOf = (wanted: string) =>
    tasksOf(outline).flatMap(({ kind, targetId }) => (kind === wanted && targetId !== null ? [targetId] : []))
  const [practiceIds, questionnaireIds] = [targetsOf('practice'), targetsOf('questionnaire')]
  if (practiceIds.length > 0) await followPractices(db, practiceIds)
  if (questionnaireIds.length > 0) await followQuestionnaires(db, questionnaireIds)
}

/** In words, which tasks wait for each other. */
export function circleOf({ unlockOrder, stages }: Change): string | undefined {
  const titles = lockCircle(unlockTreeOf(unlockOrder, stages))
  return titles && `这些任务互相等待，永远不会开放，请调整解锁条件：${titles.map((title) => `“${title}”`).join(' → ')}`
}

/** Without these tasks; what waited for one waits no longer, and nothing makes up for it. */
export function withoutMakeUps(stages: readonly Stage[], gone: ReadonlySet<string>): Stage[] {
  return stages.map((stage) => ({
    ...stage,
    tasks: stage.tasks.map((task) => (gone.has(task.makesUpTaskId ?? '') ? { ...task, makesUpTaskId: null } : task)),
  }))
}
