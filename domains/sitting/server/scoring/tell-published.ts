import { type Db, emit } from '@kaopei/server'
import { attemptPublished } from '../events.ts'
import type { AskedNews } from '../terms.ts'

interface PublishedAttempt {
  readonly id: string
  readonly ownerKind: string
  readonly ownerId: string
  readonly tells: readonly AskedNews[]
}

/** Tells each owner that asks for it which results have just been completed; one piece of news for each owner. */
export async function tellPublished(db: Db, attempts: readonly PublishedAttempt[]): Promise<void> {
  const asked = attempts.filter(({ tells }) => tells.includes('published'))
  for (const [ownerId, told] of Map.groupBy(asked, (attempt) => attempt.ownerId)) {
    const [ownerKind = ''] = told.map((attempt) => attempt.ownerKind)
    await emit(db, attemptPublished, db.companyId, { ownerKind, ownerId, attemptIds: told.map(({ id }) => id) })
  }
}
