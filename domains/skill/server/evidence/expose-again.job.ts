import { courseCompletions, courseStandingOf } from '@kaopei/course/server'
import { type Db, databaseNow, job } from '@kaopei/server'
import { completionTimes, projectCompletions } from '@kaopei/training/server'
import { z } from 'zod'
import { type TeachingKind, teachingKinds } from '../../contract/link.ts'
import { exposeCompleted, practisedSince, recordExposure } from './exposure.ts'

const atOnce = 500

/** What a course or project leads to, or a knowledge point tests, was changed: whoever completed or practised it before has learnt that too. Hearing it again adds nothing. */
export const exposeAgain = job({
  name: 'skill.exposeAgain',
  lane: 'skill',
  payload: z.object({ kind: z.enum([...teachingKinds, 'point']), targetId: z.string() }),
  run: async ({ kind, targetId }, { transaction, isStopping }) => {
    if (kind === 'point') return transaction((db) => exposePoint(db, targetId))
    let after: string | null = null
    do {
      if (isStopping()) throw new Error('stopped between two portions; the rest is taken up again')
      const from = after
      after = await transaction(async (db): Promise<string | null> => {
        const staffIds: string[] = await peopleOf[kind](db, targetId, { after: from, limit: atOnce })
        await exposeCompleted(db, kind, { targetId, people: await timesOf[kind](db, targetId, staffIds) })
        return staffIds.length === atOnce ? (staffIds.at(-1) ?? null) : null
      })
    } while (after !== null)
  },
})

const peopleOf = { course: courseCompletions, project: projectCompletions } as const

type Times = (
  db: Db,
  targetId: string,
  staffIds: readonly string[],
) => Promise<{ readonly staffId: string; readonly completedAt: Date | null }[]>
const timesOf: Readonly<Record<TeachingKind, Times>> = {
  course: (db, courseId, staffIds) => courseStandingOf(db, [courseId], staffIds),
  project: completionTimes,
}

async function exposePoint(db: Db, pointId: string): Promise<void> {
  const evidence = await practisedSince(db, { since: new Date(0), pointIds: [pointId] })
  for (let from = 0; from < evidence.length; from += atOnce)
    await recordExposure(db, evidence.slice(from, from + atOnce), databaseNow())
}
