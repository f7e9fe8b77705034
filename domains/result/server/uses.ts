import { recordUses } from '@kaopei/platform/server'
import { readNews } from '@kaopei/server'
import { resultNews } from './news.ts'
import { usesOf } from './uses.sql.ts'

/** Takes begun attempts into the platform's ledger: starting one costs nothing more. */
export const keepUses = readNews({
  name: 'result.uses',
  feed: resultNews,
  read: async (db, news) => {
    const begun = news.flatMap(({ kind, attemptId }) => (kind === 'begun' ? [attemptId] : []))
    if (begun.length > 0) await recordUses(db, await usesOf(db, begun))
  },
})
