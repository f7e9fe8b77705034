import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { companiesLearning, type Difference, type LearnerPlace, selectDifferences, selectTouched } from './audit.sql.ts'
import { derivedOf, learningOf } from './derive.ts'
import { lockLearner } from './standing.sql.ts'

const atOnce = 100
const troubles = new Troubles('course-audit')
/** Twice what lies between two looks: nothing is missed when one is late. */
const looksBackMs = 2 * 86_400_000

export interface Audited {
  readonly checked: number
  readonly differences: readonly (LearnerPlace & Difference)[]
}

/** Makes what is derived of everybody who has learnt since then anew, from reports and events, and says where it differs. It changes nothing. */
export async function auditLearning({ pool }: Pick<RawServices, 'pool'>, companyId: string, since: Date): Promise<Audited> {
  const differences: (LearnerPlace & Difference)[] = []
  let checked = 0
  let after: LearnerPlace | undefined
  do {
    const places = await inTransaction(pool, companyId, (db) => selectTouched(db, since, after, atOnce))
    for (const place of places)
      for (const found of await inTransaction(pool, companyId, (db) => differencesOf(db, place)))
        differences.push({ ...place, ...found })
    checked += places.length
    after = places.at(-1)
  } while (after)
  return { checked, differences }
}

/** Under the person's lock: nothing of them moves between the two looks. */
async function differencesOf(db: Db, place: LearnerPlace): Promise<Difference[]> {
  await lockLearner(db, place.staffId)
  const found = await selectDifferences(db, place)
  const learning = await learningOf(db, place.courseId, place.staffId)
  if (!learning) return found
  const { enrolment, outline } = learning
  // Another outline was published a moment ago, and the job that follows has not come here yet.
  if (enrolment.statesOf !== outline.versionId) return found
  const { taskStates, percent, completedAt, doneWeight } = derivedOf(learning, databaseNow())
  const isSame =
    taskStates.join() === enrolment.taskStates.join() &&
    percent === enrolment.percent &&
    doneWeight === enrolment.doneWeight &&
    (completedAt === null) === (enrolment.completedAt === null)
  return isSame ? found : [...found, { taskId: null, what: 'states and percent' }]
}

/** Each night's check, which has nothing to say unless something is wrong. */
export const auditSweep: Sweep = {
  name: 'course-audit',
  everySeconds: 86_400,
  run: async (services) => {
    const since = new Date(databaseNow().getTime() - looksBackMs)
    for (const companyId of await inTransaction(services.pool, undefined, (db) => companiesLearning(db, since))) {
      const audited = await troubles.guard(services, { companyId }, () => auditLearning(services, companyId, since))
      if (!audited) continue
      const { checked, differences } = audited
      if (differences.length === 0) services.log.info({ companyId, checked }, 'learning is what its events say')
      else services.log.error({ companyId, checked, differences: differences.slice(0, 100) }, 'learning differs from its events')
    }
  },
}
