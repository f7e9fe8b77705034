import { type Strength, strongerThan } from '@kaopei/identity/server'
import { type Db, inSavepoint } from '@kaopei/server'
import { staffErrors } from '../../contract/errors.ts'
import { findGrowth, hasRuledRoles } from '../accounts/ruled-roles.ts'
import { moveEach } from './rows.sql.ts'

// A file is no way around what the roster refuses: it overwrites nobody who is stronger than whoever imports it, and makes nobody so.

interface Wanted {
  readonly staffId: string
  readonly departmentId: string
}

class Undone extends Error {}

/** Of the people whom a file would overwrite those who must stay as they are, with why. Changes nothing. */
export async function untouchable(db: Db, by: Strength, rows: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
  if (by.isAdmin || rows.length === 0) return new Map()
  const ids = rows.map(({ staffId }) => staffId)
  const stronger = await strongerThan(db, by, ids)
  const grown = await strongerIfMoved(db, by, rows)
  const why = (id: string) => (stronger.has(id) ? staffErrors.stronger.text : staffErrors.growing.text)
  return new Map([...new Set([...stronger, ...grown])].map((id) => [id, why(id)]))
}

/** By "own department" people see where they are: they are put there, looked at, and put back. */
async function strongerIfMoved(db: Db, by: Strength, rows: readonly Wanted[]): Promise<ReadonlySet<string>> {
  let found: ReadonlySet<string> = new Set()
  const look = async () => {
    await moveEach(db, rows)
    found = await strongerThan(
      db,
      by,
      rows.map(({ staffId }) => staffId),
    )
    throw new Undone()
  }
  await inSavepoint(db, look).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return found
}

/**
 * The rows of a file whose people would gain by a rule what the importer does not have: they are written as they would be, looked at, and undone. `write`
 * answers the row of each person.
 */
export async function gainingRows(
  db: Db,
  by: Strength,
  write: () => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  if (by.isAdmin || !(await hasRuledRoles(db))) return found
  const look = async () => {
    const { result, grown } = await findGrowth(db, by, (rowOf: ReadonlyMap<string, number>) => [...rowOf.keys()], write)
    for (const id of grown) found.add(result.get(id) ?? 0)
    throw new Undone()
  }
  await inSavepoint(db, look).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return found
}
