import { type Db, databaseNow, enqueue, job } from '@kaopei/server'
import { z } from 'zod'
import { lockRefusals, rulesWithWaiting, waitingForTemplate } from './issue.sql.ts'
import { issue } from './issue.ts'

export interface Retry {
  /** Of those who wait. */
  readonly ids: readonly string[]
  /** Null: by itself. */
  readonly actorId: string | null
  readonly reason?: string
  readonly isWithoutPhoto: boolean
  readonly now: Date
}

/** Issues once more what could not be written; answers how many were found waiting, and how many came of it. */
export async function retryRefused(db: Db, { ids, actorId, isWithoutPhoto, now, ...given }: Retry) {
  const refused = await lockRefusals(db, ids)
  const reason = given.reason ?? (isWithoutPhoto ? '不带照片签发' : '补齐字形或照片后签发')
  let issuedCount = 0
  for (const [ruleId, ofRule] of Map.groupBy(refused, (one) => one.ruleId)) {
    // One person may wait for several certificates of a rule: the second has its turn when the first is issued.
    const ofPeople = [...Map.groupBy(ofRule, (one) => one.earning.staffId).values()]
    const turns = Math.max(...ofPeople.map(({ length }) => length))
    for (let turn = 0; turn < turns; turn += 1) {
      const earnings = ofPeople.flatMap((ofPerson) => ofPerson.slice(turn, turn + 1).map(({ earning }) => earning))
      const counts = await issue(db, { ruleId, earnings, actorId, isWithoutPhoto, now, reason })
      issuedCount += counts.issuedCount
    }
  }
  return { refused, issuedCount }
}

const atOnce = 500

/** Whoever earned a certificate while the rule's template was stopped. */
export const issueWaitingJob = job({
  name: 'certificate.issueWaiting',
  payload: z.object({ ruleId: z.string() }),
  run: async ({ ruleId }, { transaction }) => {
    let after: string | undefined
    for (let found = atOnce; found === atOnce; ) {
      const ids = await transaction(async (db) => {
        const waiting = await waitingForTemplate(db, { ruleId, after, limit: atOnce })
        const retry = { ids: waiting, actorId: null, reason: '证书模板重新启用后签发', isWithoutPhoto: false }
        await retryRefused(db, { ...retry, now: databaseNow() })
        return waiting
      })
      found = ids.length
      after = ids.at(-1)
    }
  },
})

/** When a template is put to use, or a rule takes another one. */
export async function issueWaiting(db: Db, of: { readonly ruleId: string } | { readonly templateId: string }): Promise<void> {
  for (const ruleId of await rulesWithWaiting(db, of))
    await enqueue(db, issueWaitingJob, db.companyId, { ruleId }, { key: ruleId })
}
