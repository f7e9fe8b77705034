import { inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { messageState } from '../contract/outbox.ts'
import { releasableMessages, reopenMessages } from './outbox.sql.ts'
import { enqueueDelivery } from './send-message.ts'

const batch = 500

/** Held messages whose company works again are on their way again; delivery finds those that mean nothing any more. Answers how many. */
export async function releaseMessages(services: RawServices): Promise<number> {
  const held = await inTransaction(services.pool, undefined, (db) => releasableMessages(db, batch))
  for (const [companyId, rows] of Map.groupBy(held, (row) => row.companyId)) {
    const ids = rows.map(({ id }) => id)
    await inTransaction(services.pool, companyId, async (db) => {
      const reopened = await reopenMessages(db, companyId, ids, messageState.held)
      for (const message of reopened) await enqueueDelivery(db, companyId, message)
    })
  }
  return held.length
}

export const releaseSweep: Sweep = {
  name: 'messaging-release',
  everySeconds: 20,
  run: async (services) => {
    while ((await releaseMessages(services)) === batch);
  },
}
