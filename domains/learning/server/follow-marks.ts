import { type Backlog, type Db, inTransaction, Troubles } from '@kaopei/server'

const atOnce = 50

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
  const troubles = new Troubles(name)
  return {
    name,
    work: async (services) => {
      const found = await inTransaction(services.pool, undefined, (db) => find(db, atOnce + troubles.size))
      const owners = found.map(({ companyId, ownerId }) => ({ companyId, id: ownerId }))
      return troubles.each(services, owners, (db, { id }) => follow(db, id))
    },
  }
}
