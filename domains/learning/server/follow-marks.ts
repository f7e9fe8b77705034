import { type Backlog, type Db, inTransaction } from '@kaopei/server'

const atOnce = 50
const pauseMs = 60_000

interface Marked {
  readonly companyId: string
  readonly ownerId: string
}

interface Following {
  /** `<room>.<what it does>` */
  readonly name: string
  /** Of every company; `db` is in none. */
  readonly find: (db: Db, most: number) => Promise<readonly Marked[]>
  /** Brings one up to date with the people of its departments and groups and takes its marks away; twice is harmless. */
  readonly follow: (db: Db, ownerId: string) => Promise<void>
}

/** Works off the marks that triggers and the news about people leave; every worker does. */
export function followMarks({ name, find, follow }: Following): Backlog {
  /** Those that this process could not bring up to date, until when they are left alone. */
  const troubles = new Map<string, number>()
  return {
    name,
    work: async ({ pool, log }) => {
      const found = await inTransaction(pool, undefined, (db) => find(db, atOnce + troubles.size))
      let done = 0
      for (const { companyId, ownerId } of found) {
        if ((troubles.get(ownerId) ?? 0) > Date.now()) continue
        try {
          await inTransaction(pool, companyId, (db) => follow(db, ownerId))
          troubles.delete(ownerId)
          done += 1
        } catch (error) {
          troubles.set(ownerId, Date.now() + pauseMs)
          log.error({ err: error, ownerId, companyId, backlog: name }, 'people could not be followed, trying again later')
        }
      }
      return done
    },
  }
}
