/** A project again at another time: everything in it that has a date moves by the same number of days. */
import { randomUUID } from 'node:crypto'
import type { StoredCondition } from '@kaopei/course/contract/outline'
import type { Actor, Db, Fail } from '@kaopei/server'
import { projectErrors } from '../../contract/errors.ts'
import { tasksOf } from '../outline/change.ts'
import type { Outline, Stage, TaskRow } from '../outline/outline.sql.ts'
import { copySessions } from '../outline/sessions-of.sql.ts'
import { countUp, writeOutline } from '../outline/write.sql.ts'
import { findProjectTaskKind, whyNotAttached } from '../task-kinds.ts'

const dayMs = 86_400_000

/** A copy leads people where the original does: what somebody could not have put into a project themselves they do not get by copying one. */
export function refuseUnattached(actor: Actor, outline: Outline, fail: Fail<(typeof projectErrors)['copyRefused']>): void {
  for (const task of tasksOf(outline)) {
    const kind = findProjectTaskKind(task.kind)
    const whyNot = kind ? whyNotAttached(actor, kind) : null
    if (whyNot !== null) fail(projectErrors.copyRefused, { text: `“${task.title}”：${whyNot}` })
  }
}

/** Whole days from the old beginning to the new one. Without a beginning the earliest date in it is meant; nothing dated moves by none. */
export function daysBetween(from: Date | undefined, to: Date | undefined): number {
  return from && to ? Math.round((to.getTime() - from.getTime()) / dayMs) : 0
}

/** The earliest of everything in an outline that has a date. */
export function earliestOf(stages: readonly Stage[], sessions: readonly { readonly beginTime: Date }[]): Date | undefined {
  const dates = [
    ...stages.flatMap(({ opensAt, endsAt, conditions }) => [opensAt, endsAt, ...datesOf(conditions)]),
    ...tasksOf({ stages }).flatMap(({ dueAt, conditions }) => [dueAt, ...datesOf(conditions)]),
    ...sessions.map(({ beginTime }) => beginTime),
  ].flatMap((date) => date ?? [])
  return dates.length === 0 ? undefined : new Date(Math.min(...dates.map((date) => date.getTime())))
}

const datesOf = (conditions: readonly StoredCondition[]) => conditions.flatMap((one) => ('at' in one ? [new Date(one.at)] : []))

export const shifted = (date: Date | null, days: number): Date | null => date && new Date(date.getTime() + days * dayMs)

interface Copied {
  readonly stages: readonly Stage[]
  /** Ids of the tasks as they were, and in the same order as they are. */
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** Under ids of their own, slots from the first on; they wait for and make up for each other as those did. */
function shiftedOutline(stages: readonly Stage[], days: number): Copied {
  const from = tasksOf({ stages }).map(({ id }) => id)
  const others = new Map(from.map((id) => [id, randomUUID()]))
  const slots = new Map(from.map((id, place) => [id, place + 1]))
  const conditionsOf = (conditions: readonly StoredCondition[]) =>
    conditions.map((one): StoredCondition => {
      if (one.kind === 'passed') return { ...one, taskId: others.get(one.taskId) ?? one.taskId }
      return 'at' in one ? { ...one, at: new Date(new Date(one.at).getTime() + days * dayMs).toISOString() } : one
    })
  const taskOf = (task: TaskRow, stageId: string): TaskRow => ({
    ...task,
    stageId,
    id: others.get(task.id) ?? randomUUID(),
    slot: slots.get(task.id) ?? 0,
    dueAt: shifted(task.dueAt, days),
    conditions: conditionsOf(task.conditions),
    keptBefore: null,
    makesUpTaskId: task.makesUpTaskId && (others.get(task.makesUpTaskId) ?? null),
  })
  const copied = stages.map((stage) => {
    const id = randomUUID()
    return {
      ...stage,
      id,
      opensAt: shifted(stage.opensAt, days),
      endsAt: shifted(stage.endsAt, days),
      conditions: conditionsOf(stage.conditions),
      tasks: stage.tasks.map((task) => taskOf(task, id)),
    }
  })
  return { stages: copied, from, to: from.flatMap((id) => others.get(id) ?? []) }
}

/** Fills a new project. */
export async function writeCopy(
  db: Db,
  { projectId, outline, days, now }: { projectId: string; outline: Outline; days: number; now: Date },
): Promise<void> {
  const { stages, from, to } = shiftedOutline(outline.stages, days)
  await countUp(db, projectId, { unlockOrder: outline.unlockOrder, slots: from.length, now })
  await writeOutline(db, projectId, stages, now)
  await copySessions(db, { projectId, from, to, days })
}
