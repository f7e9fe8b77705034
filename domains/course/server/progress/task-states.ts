import type { Db } from '@kaopei/server'
import { taskProgress } from '../../contract/codes.ts'
import { taskIdsOf } from '../learning/derive.sql.ts'
import type { Outline } from '../outline/outline.sql.ts'
import type { LearnedRow } from './progress.sql.ts'

type State = typeof taskProgress.notBegun | typeof taskProgress.underWay | typeof taskProgress.complete

const known: ReadonlySet<number> = new Set([taskProgress.underWay, taskProgress.complete])
const isState = (state: number): state is State => known.has(state)

/**
 * Tells of each of these people the states of the outline's tasks, in its order. Whoever the job that follows a publishing has not come to yet has states of
 * an earlier version: what they did is found by the tasks' ids.
 */
export async function taskStatesOf(
  db: Db,
  outline: Outline | undefined,
  learned: readonly LearnedRow[],
): Promise<(row: LearnedRow | undefined) => State[]> {
  const ids = (outline?.chapters ?? []).flatMap(({ tasks }) => tasks.map(({ id }) => id))
  const places = new Map<string, ReadonlyMap<string, number>>()
  for (const versionId of new Set(learned.flatMap(({ statesOf }) => statesOf ?? []))) {
    const own = versionId === outline?.versionId ? ids : await taskIdsOf(db, versionId)
    places.set(versionId, new Map(own.map((id, place) => [id, place])))
  }
  return (row) => {
    const placeOf = row?.statesOf ? places.get(row.statesOf) : undefined
    return ids.map((id) => {
      const state = row?.taskStates[placeOf?.get(id) ?? -1] ?? taskProgress.notBegun
      return isState(state) ? state : taskProgress.notBegun
    })
  }
}
