import { implement } from '@kaopei/server'
import { proposalState } from '../../contract/codes.ts'
import { proposalErrors } from '../../contract/errors.ts'
import { proposal } from '../../contract/proposal.ts'
import { insertEvents } from '../issue/issue.sql.ts'
import { revokeCertificates } from '../issued/end.ts'
import { closeProposals, pageOfProposals, selectProposed } from './proposal.sql.ts'

export const proposalEndpoints = implement(proposal, {
  list: async ({ pageIndex, pageSize, ...filter }, { db, scope }) =>
    pageOfProposals(db, { ...filter, scope }, { pageIndex, pageSize }),

  decide: async ({ ids, isRevoked, reason }, { actor: { staffId: actorId }, db, fail, now, record, scope }) => {
    const certificateIds = await selectProposed(db, ids, scope)
    if (certificateIds.length === 0) return fail(proposalErrors.decided)
    if (isRevoked) await revokeCertificates(db, { ids: certificateIds, reason, actorId, now })
    else {
      await closeProposals(db, { certificateIds, state: proposalState.kept, reason, actorId, now })
      await insertEvents(db, { ids: certificateIds, kind: 'kept', reason, byId: actorId, at: now })
    }
    record({ targetName: `${certificateIds.length} 张证书`, after: { isRevoked, ids: certificateIds }, reason })
    return { decidedCount: certificateIds.length }
  },
})
