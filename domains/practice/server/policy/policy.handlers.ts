import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement, ProtocolFailure } from '@kaopei/server'
import { practicePolicy } from '../../contract/practice-policy.ts'
import { lockPolicy, policyOf, writePolicy } from './policy.sql.ts'

const handlers: Handlers<typeof practicePolicy> = {
  get: (_, { db }) => policyOf(db),

  set: async ({ version, ...given }, { db, record }) => {
    const before = await lockPolicy(db)
    const isCurrent = before.version === version && (await writePolicy(db, { ...given, version }))
    if (!isCurrent) throw new ProtocolFailure(protocolErrors.changed, { data: await policyOf(db) })
    const { version: _old, ...old } = before
    record({ targetName: '练习规则', before: old, after: given })
    return policyOf(db)
  },
}

export const practicePolicyEndpoints = implement(practicePolicy, handlers)
