import { inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { messageState } from '../contract/outbox.ts'
import { releasableMessages, reopenMessages, stuckMessages } from './outbox.sql.ts'
import { enqueueDelivery } from './send-message.ts'

const batch = 500
const held = new Troubles('messaging-release')
const stuck = new Troubles('messaging-stuck')

/** Held messages whose company works again are on their way again; delivery finds those that mean nothing any more. Answers how many. */
export async function releaseMessages(services: RawServices): Promise<number> {
  const found = await inTransaction(services.pool, undefined, (db) => releasableMessages(db, batch + held.size))
  return held.together(services, found, async (db, rows) => {
    const ids = rows.map(({ id }) => id)
    for (const message of await reopenMessages(db, ids, messageState.held)) await enqueueDelivery(db, message)
  })
}

const stuckSeconds = 600

/** Messages that a dead worker took at its last try, or that wait without a place in the queue, get one again; delivery judges them. */
export async function moveStuckMessages(services: RawServices): Promise<number> {
  const found = await inTransaction(services.pool, undefined, (db) => stuckMessages(db, stuckSeconds, batch + stuck.size))
  return stuck.together(services, found, async (db, rows) => {
    for (const { id } of rows) await enqueueDelivery(db, { id, templateKey: null })
  })
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
    while ((await releaseMessages(services)) >= batch);
  },
}
