/** Ends certificates before their time, and what hangs on them. */
import type { Db } from '@kaopei/server'
import { certificateState, proposalState } from '../../contract/codes.ts'
import { withdrawAttested } from '../evidence.ts'
import { endCertificates, insertEvents } from '../issue/issue.sql.ts'
import { closeProposals } from '../news/proposal.sql.ts'

export interface Ending {
  readonly ids: readonly string[]
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

/** Revokes those that are valid; answers which they were. Proposals of them are settled by it. */
export async function revokeCertificates(db: Db, { ids, reason, actorId, now }: Ending): Promise<string[]> {
  const revoked = await endCertificates(db, { ids, state: certificateState.revoked, at: now })
  await insertEvents(db, { ids: revoked, kind: 'revoked', reason, byId: actorId, at: now })
  await closeProposals(db, { certificateIds: revoked, state: proposalState.revoked, reason, actorId, now })
  await withdrawAttested(db, { ids: revoked, reason: `证书已撤销：${reason}`, by: actorId }, now)
  return revoked
}
