import { protocolErrors } from '@kaopei/contract'
import { type Lock, wordsOfLock } from '@kaopei/learning/contract/unlock'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Actor, Db, Fail } from '@kaopei/server'
import { participation, projectStatus } from '../../contract/codes.ts'
import { projectLearnErrors } from '../../contract/learn-errors.ts'
import { isMine, locksOf, taskAt } from '../../contract/participant.ts'
import { isRunning } from '../../contract/status.ts'
import { type Outline, outlineOf, type TaskRow } from '../outline/outline.sql.ts'
import { addEvents, type Standing, standingIn } from '../standing/derive.ts'
import { lockParticipants } from '../standing/standing.sql.ts'
import { findProjectOf } from './project.sql.ts'
import { shownAt } from './words.ts'

type Refusal =
  | typeof protocolErrors.notFound
  | (typeof projectLearnErrors)['notMine' | 'gone' | 'ended' | 'locked' | 'notThisKind']

export interface Caller<E extends Refusal = Refusal> {
  readonly db: Db
  readonly actor: Pick<Actor, 'staffId'>
  readonly now: Date
  readonly fail: Fail<E>
}

/** How the person who calls stands in a project. */
export interface OwnPart extends Standing {
  readonly outline: Outline
}

/** Whoever is not in the project is told so; of drafts nobody is told anything. */
export async function ownPart(
  { db, actor, fail }: Omit<Caller<typeof protocolErrors.notFound | typeof projectLearnErrors.notMine>, 'now'>,
  projectId: string,
): Promise<OwnPart> {
  const outline = await outlineOf(db, projectId)
  if (!outline || outline.status === projectStatus.draft) return fail(protocolErrors.notFound)
  const standing = await standingIn(db, outline, actor.staffId)
  if (standing?.row.state !== participation.takesPart) return fail(projectLearnErrors.notMine)
  return { ...standing, outline }
}

export interface Entered extends OwnPart {
  readonly task: TaskRow
}

/**
 * Every way into a task goes through here: whoever is not in the project, whose task it is not, for whom it is locked, gets nothing of it and is told why;
 * an ended project lets nobody in. `kinds`: what the caller can open.
 */
export async function enterTask(
  caller: Caller,
  { project, task: taskId }: { project: string; task: string },
  fits: (kind: string) => boolean,
): Promise<Entered> {
  const { db, actor, now, fail } = caller
  await lockParticipants(db, project, [actor.staffId])
  const part = await ownPart(caller, project)
  const task = part.outline.stages.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
  if (!task || !isMine(task, part.participant)) return fail(projectLearnErrors.gone)
  if (!fits(task.kind)) return fail(projectLearnErrors.notThisKind)
  if (!isRunning(part.outline.status)) return fail(projectLearnErrors.ended)
  const lock = locksOf(part.outline, part.participant, now).get(taskId)
  if (lock && !lock.isOpen) {
    const reasons = reasonsOf(lock, await timeZoneOf(db))
    const words = reasons.map((reason) => reason.words).join('；')
    return fail(projectLearnErrors.locked, { text: `“${task.title}”尚未开放：${words}`, data: { reasons } })
  }
  return { ...part, task }
}

/** The same for a call that names the task alone. */
export async function enterTaskAlone(caller: Caller, taskId: string, kind: string): Promise<Entered> {
  const place = await findProjectOf(caller.db, taskId)
  if (!place) return caller.fail(protocolErrors.notFound)
  return enterTask(caller, { project: place.projectId, task: taskId }, (one) => one === kind)
}

/** The first time that somebody opens a task is kept. */
export async function begin({ db, actor, now }: Omit<Caller, 'fail'>, { outline, participant, task }: Entered): Promise<void> {
  if (taskAt(participant, task.id).isBegun) return
  const begun = { staffId: actor.staffId, taskId: task.id, kind: 'begun' as const, cause: { source: 'open' }, at: now }
  await addEvents(db, outline.projectId, [begun], now)
}

/** A lock's reasons by the company's clocks, each with the task that is waited for. */
export function reasonsOf(lock: Lock | undefined, zone: string): { words: string; taskId: string | null }[] {
  if (!lock || lock.isOpen) return []
  return lock.reasons.map((reason) => ({
    words: wordsOfLock(reason, (at) => shownAt(at, zone)),
    taskId: 'taskId' in reason ? reason.taskId : null,
  }))
}
