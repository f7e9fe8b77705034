import { inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { messageState } from '../contract/outbox.ts'
import { releasableMessages, reopenMessages, stuckMessages } from './outbox.sql.ts'
import { enqueueDelivery } from './send-message.ts'

const batch = 500

/** Held messages whose company works again are on their way again; delivery finds those that mean nothing any more. Answers how many. */
export async function releaseMessages(services: RawServices): Promise<number> {
  const held = await inTransaction(services.pool, undefined, (db) => releasableMessages(db, batch))
  for (const [companyId, rows] of Map.groupBy(held, (row) => row.companyId)) {
    const ids = rows.map(({ id }) => id)
    await inTransaction(services.pool, companyId, async (db) => {
      const reopened = await reopenMessages(db, ids, messageState.held)
      for (const message of reopened) await enqueueDelivery(db, message)
    })
  }
  return held.length
}

const stuckSeconds = 600

/** Messages that a dead worker took at its last try, or that wait without a place in the queue, get one again; delivery judges them. */
export async function moveStuckMessages(services: RawServices): Promise<number> {
  const stuck = await inTransaction(services.pool, undefined, (db) => stuckMessages(db, stuckSeconds, batch))
  for (const [companyId, rows] of Map.groupBy(stuck, (row) => row.companyId)) {
    await inTransaction(services.pool, companyId, async (db) => {
      for (const { id } of rows) await enqueueDelivery(db, { id, templateKey: null })
    })
  }
  return stuck.length
}

export const stuckSweep: Sweep = {
  name: 'messaging-stuck',
  everySeconds: 60,
  isClockless: true,
  run: async (services) => void (await moveStuckMessages(services)),
}

export const releaseSweep: Sweep = {
  name: 'messaging-release',
  everySeconds: 20,
  isClockless: true,
  run: async (services) => {
    while ((await releaseMessages(services)) === batch);
  },
}
