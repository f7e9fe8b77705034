import { protocolErrors } from '@kaopei/contract'
import { implement } from '@kaopei/server'
import { knowledgePointErrors } from '../contract/errors.ts'
import { knowledgePoint } from '../contract/knowledge-point.ts'
import {
  deleteKnowledgePoint,
  insertKnowledgePoint,
  lockKnowledgePoint,
  renameKnowledgePoint,
  selectKnowledgePoints,
} from './knowledge-point.sql.ts'

export const knowledgePointEndpoints = implement(
  knowledgePoint,
  {
    list: ({ name }, { actor, db }) => selectKnowledgePoints(db, actor.companyId, name),

    create: async ({ name }, { actor, db, record }) => {
      const id = await insertKnowledgePoint(db, actor.companyId, name)
      record({ targetId: id, targetName: name, after: { name } })
      return { id }
    },

    rename: async ({ id, name }, { actor, db, fail, record }) => {
      const before = await lockKnowledgePoint(db, actor.companyId, id)
      if (!before) return fail(protocolErrors.notFound)
      await renameKnowledgePoint(db, actor.companyId, id, name)
      record({ targetId: id, targetName: name, before, after: { name } })
      return null
    },

    remove: async ({ id }, { actor, db, fail, record }) => {
      const before = await lockKnowledgePoint(db, actor.companyId, id)
      if (!before) return fail(protocolErrors.notFound)
      const questionCount = await deleteKnowledgePoint(db, actor.companyId, id)
      record({ targetId: id, targetName: before.name, before, after: { questionCount } })
      return { questionCount }
    },
  },
  { knowledge_point_name_unique: knowledgePointErrors.nameTaken },
)
