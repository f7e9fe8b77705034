/** What somebody has learnt: shown as 已学, never as a level. */
import { courseCompleted, courseReopened } from '@kaopei/course/server'
import { practisedPoints } from '@kaopei/practice/server'
import { type Db, databaseNow, inTransaction, listener, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { completionTimes, projectCompleted, projectReopened } from '@kaopei/training/server'
import { evidenceClass } from '../../contract/codes.ts'
import type { TeachingKind } from '../../contract/link.ts'
import { skillsOfPoints, skillsOfTeachings } from '../links/link.sql.ts'
import { companiesWithPoints, exposedPairs } from './exposure.sql.ts'
import { type Evidence, recordEvidence, withdrawEvidence } from './record.ts'

const exposure = { class: evidenceClass.exposure, level: null } as const

interface Completed {
  readonly targetId: string
  /** Since when; null: not. */
  readonly people: readonly { readonly staffId: string; readonly completedAt: Date | null }[]
}

export async function exposeCompleted(db: Db, kind: TeachingKind, { targetId, people }: Completed): Promise<void> {
  const taught = await skillsOfTeachings(db, kind, [targetId])
  const evidence = people.flatMap(({ staffId, completedAt: at }) =>
    at === null
      ? []
      : taught.map(
          ({ skillId, name }): Evidence => ({
            ...{ ...exposure, staffId, skillId, sourceKind: kind, sourceId: targetId, title: name, at },
          }),
        ),
  )
  await recordExposure(db, evidence, databaseNow())
}

const expose = (db: Db, kind: TeachingKind, { targetId, staffId }: { targetId: string; staffId: string }) =>
  exposeCompleted(db, kind, { targetId, people: [{ staffId, completedAt: databaseNow() }] })

export async function recordExposure(db: Db, evidence: readonly Evidence[], now: Date): Promise<void> {
  await recordEvidence(db, await unknownOf(db, evidence), now)
}

/** Exposure once is exposure: hearing of it again adds nothing. */
async function unknownOf(db: Db, evidence: readonly Evidence[]): Promise<Evidence[]> {
  if (evidence.length === 0) return []
  const keyOf = ({ staffId, skillId, sourceKind, sourceId }: Pick<Evidence, 'staffId' | 'skillId' | 'sourceKind' | 'sourceId'>) =>
    [staffId, skillId, sourceKind, sourceId].join('|')
  const known = new Set((await exposedPairs(db, [...new Set(evidence.map(({ sourceId }) => sourceId))])).map(keyOf))
  return evidence.filter((one) => !known.has(keyOf(one)))
}

export const exposureListeners = [
  listener({
    name: 'skill.courseCompleted',
    event: courseCompleted,
    run: ({ courseId, staffId }, { transaction }) => transaction((db) => expose(db, 'course', { targetId: courseId, staffId })),
  }),
  listener({
    name: 'skill.courseReopened',
    event: courseReopened,
    run: ({ courseId, staffId }, { transaction }) =>
      transaction(async (db) => {
        const of = { sourceKind: 'course', sourceIds: [courseId], staffIds: [staffId], reason: '课程完成已撤销' } as const
        await withdrawEvidence(db, of, databaseNow())
      }),
  }),
  listener({
    name: 'skill.projectCompleted',
    event: projectCompleted,
    run: ({ projectId, staffId }, { transaction }) =>
      transaction((db) => expose(db, 'project', { targetId: projectId, staffId })),
  }),
  listener({
    name: 'skill.projectReopened',
    event: projectReopened,
    run: ({ projectId, staffId }, { transaction }) =>
      transaction(async (db) => {
        // Completed again before this was heard: then it stands.
        if ((await completionTimes(db, projectId, [staffId])).length > 0) return
        const of = { sourceKind: 'project', sourceIds: [projectId], staffIds: [staffId], reason: '培训项目完成已撤销' } as const
        await withdrawEvidence(db, of, databaseNow())
      }),
  }),
]

const everySeconds = 600
/** Twice what lies between two looks: nothing is missed when one is late. */
const looksBackMs = 2 * everySeconds * 1000
const fewestQuestions = 3
const troubles = new Troubles('skill-practised')

/** Practices tell nobody what was answered: whoever answered lately is looked at. */
export async function exposePractised(services: Pick<RawServices, 'pool' | 'log'>, since: Date): Promise<void> {
  for (const companyId of await inTransaction(services.pool, undefined, companiesWithPoints))
    await troubles.guard(services, { companyId }, async () => {
      const evidence = await inTransaction(services.pool, companyId, (db) => practisedSince(db, { since }))
      const people = [...Map.groupBy(evidence, ({ staffId }) => staffId)].map(([id, own]) => ({ companyId, id, own }))
      await troubles.together(services, people, (db, some) =>
        recordEvidence(
          db,
          some.flatMap(({ own }) => own),
          databaseNow(),
        ),
      )
    })
}

/** Of these points; of all without. */
export async function practisedSince(
  db: Db,
  { since, pointIds: wished }: { readonly since: Date; readonly pointIds?: readonly string[] },
): Promise<Evidence[]> {
  const skills = (await skillsOfPoints(db)).filter(({ pointId }) => wished?.includes(pointId) ?? true)
  const pointIds = [...new Set(skills.map(({ pointId }) => pointId))]
  const practised = await practisedPoints(db, { pointIds, since, fewest: fewestQuestions })
  const of = Map.groupBy(skills, ({ pointId }) => pointId)
  const evidence = practised.flatMap(({ staffId, pointId, questionCount, at }) =>
    (of.get(pointId) ?? []).map(
      ({ skillId, name }): Evidence => ({
        ...{ ...exposure, staffId, skillId, sourceKind: 'practice', sourceId: pointId, title: name, at },
        facts: { items: questionCount },
      }),
    ),
  )
  return unknownOf(db, evidence)
}

export const practiceSweep: Sweep = {
  name: 'skill-practised',
  everySeconds,
  run: (services) => exposePractised(services, new Date(databaseNow().getTime() - looksBackMs)),
}
