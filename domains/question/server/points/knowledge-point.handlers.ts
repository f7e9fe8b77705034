import { protocolErrors } from '@kaopei/contract'
import { implement } from '@kaopei/server'
import { knowledgePointErrors } from '../../contract/errors.ts'
import { knowledgePoint } from '../../contract/knowledge-point.ts'
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
    list: ({ name }, { db }) => selectKnowledgePoints(db, name),

    create: async ({ name }, { db, record }) => {
      const id = await insertKnowledgePoint(db, name)
      record({ targetId: id, targetName: name, after: { name } })
      return { id }
    },

    rename: async ({ id, name }, { db, fail, record }) => {
      const before = await lockKnowledgePoint(db, id)
      if (!before) return fail(protocolErrors.notFound)
      await renameKnowledgePoint(db, id, name)
      record({ targetId: id, targetName: name, before, after: { name } })
      return null
    },

    remove: async ({ id }, { db, fail, record }) => {
      const before = await lockKnowledgePoint(db, id)
      if (!before) return fail(protocolErrors.notFound)
      const questionCount = await deleteKnowledgePoint(db, id)
      record({ targetId: id, targetName: before.name, before, after: { questionCount } })
      return { questionCount }
    },
  },
  { knowledge_point_name_unique: knowledgePointErrors.nameTaken },
)
