/** One person of an archived project: what was frozen, and what had happened until then. */
import type { Db } from '@kaopei/server'
import { wordsOfEvent } from '../../contract/event-words.ts'
import { shownState } from '../people/list.sql.ts'
import { selectEvents } from '../standing/standing.sql.ts'
import { findProjectTaskKind } from '../task-kinds.ts'
import { findArchivePerson } from './archive.sql.ts'
import { shownOutline } from './outline-of.ts'

/** Dates and reasons of locks are not kept: nothing can be done any more. */
const notKept = {
  ...{ isOpenedByHand: false, isPassed: false },
  ...{ isOpen: false, locks: [], dueAt: null, isOverdue: false },
}

export async function frozenPersonOf(db: Db, projectId: string, staffId: string) {
  const shown = await shownOutline(db, projectId)
  const person = await findArchivePerson(db, projectId, staffId)
  if (!shown || !person) return undefined
  const { stages } = shown
  const { states, exempted, scores, ...facts } = person
  const titles = new Map(stages.flatMap((stage) => [stage, ...stage.tasks]).map(({ id, title }) => [id, title]))
  const events = await selectEvents(db, projectId, [staffId])
  return {
    ...facts,
    openedStages: [],
    tasks: stages.flatMap((stage) =>
      stage.tasks.map(({ id: taskId, slot, title, kind, isRequired, isForChosen }) => ({
        ...{ taskId, stageId: stage.id, title, kind, isRequired, isForChosen, ...notKept },
        kindLabel: findProjectTaskKind(kind)?.label ?? kind,
        state: shownState(states, { slot, isForChosen }),
        isExempted: exempted.includes(slot),
        score: pointsOf(scores[slot]),
      })),
    ),
    events: events
      .toReversed()
      .map((event) => ({ key: event.id, at: event.at, words: wordsOfEvent(event, titles.get(event.taskId) ?? '已删除的任务') })),
  }
}

const pointsOf = (hundredths: number | undefined) => (hundredths === undefined ? null : hundredths / 100)
