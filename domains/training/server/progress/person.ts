/** One person of a project: every task, why it is locked, and what happened. */
import { protocolErrors, wallClockMs } from '@kaopei/contract'
import { wordsOfLock } from '@kaopei/learning/contract/unlock'
import { seenAmong } from '@kaopei/learning/server'
import { staffByIds } from '@kaopei/org/server'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Context } from '@kaopei/server'
import { projectStatus } from '../../contract/codes.ts'
import { wordsOfEvent } from '../../contract/event-words.ts'
import { dueOf } from '../../contract/outline.ts'
import { derivedOf, isComplete, isMine, isRequiredOf, locksOf, stateOf, taskAt } from '../../contract/participant.ts'
import type { projectProgress } from '../../contract/progress.ts'
import { type Outline, outlineOf } from '../outline/outline.sql.ts'
import { type Standing, standingIn } from '../standing/derive.ts'
import { findProjectTaskKind } from '../task-kinds.ts'
import { frozenPersonOf } from './frozen-person.ts'

type Looking = Pick<Context<typeof projectProgress.person>, 'db' | 'fail' | 'now' | 'scope'>

/** Whoever is outside of the scope is as if not there; of an archived project it is as it was frozen. */
export async function personOf({ db, fail, now, scope }: Looking, projectId: string, staffId: string) {
  const outline = await outlineOf(db, projectId)
  const [seen] = await seenAmong(db, [staffId], scope)
  if (!outline || seen === undefined) return fail(protocolErrors.notFound)
  if (outline.status === projectStatus.archived)
    return (await frozenPersonOf(db, projectId, seen)) ?? fail(protocolErrors.notFound)
  const standing = await standingIn(db, outline, seen)
  if (!standing) return fail(protocolErrors.notFound)
  const [card] = await staffByIds(db, [staffId])
  const zone = await timeZoneOf(db)
  const titles = new Map(outline.stages.flatMap((stage) => [stage, ...stage.tasks]).map(({ id, title }) => [id, title]))
  return {
    name: card?.name ?? '',
    percent: derivedOf(outline, standing.participant, now).percent,
    enrolledAt: standing.enrolledAt,
    completedAt: standing.row.completedAt,
    openedStages: outline.stages.flatMap(({ id, title }) =>
      taskAt(standing.participant, id).isOpenedByHand ? [{ id, title }] : [],
    ),
    tasks: tasksShown(outline, standing, { now, zone }),
    events: standing.events
      .toReversed()
      .map((event) => ({ key: event.id, at: event.at, words: wordsOfEvent(event, titles.get(event.taskId) ?? '已删除的任务') })),
  }
}

function tasksShown(outline: Outline, { participant, enrolledAt }: Standing, { now, zone }: { now: Date; zone: string }) {
  const locks = locksOf(outline, participant, now)
  return outline.stages.flatMap((stage) =>
    stage.tasks.map((task) => {
      const at = taskAt(participant, task.id)
      const lock = locks.get(task.id)
      const dueAt = isMine(task, participant) ? dueOf(task, stage, enrolledAt) : null
      const { id: taskId, title, kind, isForChosen } = task
      const isRequired = isRequiredOf(task, participant)
      return {
        ...{ taskId, stageId: stage.id, title, kind, isRequired, isForChosen, dueAt },
        kindLabel: findProjectTaskKind(kind)?.label ?? kind,
        state: stateOf(task, participant),
        ...{ isExempted: at.isExempted, isOpenedByHand: at.isOpenedByHand, isPassed: at.isPassed },
        score: at.scoreHundredths === null ? null : at.scoreHundredths / 100,
        isOpen: lock?.isOpen ?? false,
        locks: lock && !lock.isOpen ? lock.reasons.map((reason) => wordsOfLock(reason, (time) => momentIn(time, zone))) : [],
        isOverdue: dueAt !== null && dueAt < now && !isComplete(at),
      }
    }),
  )
}

const momentIn = (at: Date, zone: string): string => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
