import { endSessionsOfKeys } from '@kaopei/identity/server'
import type { Db } from '@kaopei/server'
import { revokeShareTokens } from '@kaopei/share/server'
import { quickMarkingKind } from '../../contract/review-links.ts'
import { selectLinksOfOthers } from './links.sql.ts'

/** Whoever is no reviewer any more has no link either, and what it opened ends. */
export async function closeLinksOfOthers(
  db: Db,
  { examId, reviewerIds, now }: { examId: string; reviewerIds: readonly string[]; now: Date },
): Promise<void> {
  const ids = await selectLinksOfOthers(db, { examId, reviewerIds })
  for (const id of ids) await revokeShareTokens(db, { kind: quickMarkingKind, id, now })
  if (ids.length > 0) await endSessionsOfKeys(db, ids, now)
}
