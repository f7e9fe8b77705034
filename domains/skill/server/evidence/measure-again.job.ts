import { officialAttempts } from '@kaopei/result/server'
import { databaseNow, job } from '@kaopei/server'
import { z } from 'zod'
import { measureAttempts } from './exam-evidence.ts'

const atOnce = 500
/** What was measured longer ago counts nothing any more. */
const validMs = 732 * 86_400_000

/** Which skills a knowledge point tests was changed: official results are measured again, in portions; each is whole, so a run that was cut off begins anew. */
export const measureAgain = job({
  name: 'skill.measureAgain',
  lane: 'skill',
  payload: z.object({ after: z.string().nullable() }),
  run: async ({ after: first }, { transaction, isStopping }) => {
    let after = first
    do {
      if (isStopping()) throw new Error('stopped between two portions; the rest is taken up again')
      const from = after
      after = await transaction(async (db) => {
        const now = databaseNow()
        const attempts = await officialAttempts(db, { after: from, since: new Date(now.getTime() - validMs), most: atOnce })
        await measureAttempts(db, attempts, now)
        return attempts.length === atOnce ? (attempts.at(-1)?.id ?? null) : null
      })
    } while (after !== null)
  },
})
