/**
 * When each candidate's screen was last heard of. Signs of life are gathered in this process and written once a second: nobody's heartbeat waits
 * for a row, and a second that is lost with the process is no loss.
 */
import { inTransaction, type RawServices } from '@kaopei/server'
import type { FastifyInstance } from 'fastify'
import { upsertContacts } from './presence.sql.ts'

export interface Contact {
  readonly companyId: string
  readonly attemptId: string
  readonly heardAt: Date
  readonly ip: string
}

const everyMs = 1000
let gathered = new Map<string, Contact>()

export function noteContact(contact: Contact): void {
  gathered.set(contact.attemptId, contact)
}

export function keepPresence(app: FastifyInstance, services: RawServices): void {
  const work = { running: Promise.resolve() }
  const timer = setInterval(() => {
    work.running = work.running.then(() => writeContacts(services))
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await work.running
    await writeContacts(services)
  })
}

/** One statement for each company that was heard of. */
export async function writeContacts({ pool, log }: Pick<RawServices, 'pool' | 'log'>): Promise<void> {
  if (gathered.size === 0) return
  const contacts = [...gathered.values()]
  gathered = new Map()
  for (const [companyId, heard] of Map.groupBy(contacts, ({ companyId: company }) => company)) {
    try {
      await inTransaction(pool, companyId, (db) => upsertContacts(db, heard))
    } catch (error) {
      log.warn({ err: error, companyId }, 'signs of life could not be kept')
    }
  }
}
