/** What a question examines; a question may have several. */
import { endpoint, id, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { knowledgePointErrors } from './errors.ts'
import { bankReaders, questionMenu } from './menus.ts'

export const knowledgePointItem = z.object({ id, name: z.string() })
export const knowledgePointRow = knowledgePointItem.extend({ questionCount: z.number().int() })

export const knowledgePointName = requiredText(20, '知识点名称')

export const knowledgePoint = {
  list: endpoint({
    path: '/api/v1/exam/question/knowledge/list',
    summary: '知识点列表',
    access: bankReaders,
    audit: 'read',
    input: z.object({ name: text(40, '知识点名称').default('') }),
    output: z.array(knowledgePointRow),
  }),
  create: endpoint({
    path: '/api/v1/exam/question/knowledge/create',
    summary: '新增知识点',
    access: questionMenu.rights.edit,
    audit: { action: 'create', target: 'knowledge-point' },
    input: z.object({ name: knowledgePointName }),
    output: z.object({ id }),
    errors: [knowledgePointErrors.nameTaken],
  }),
  rename: endpoint({
    path: '/api/v1/exam/question/knowledge/rename',
    summary: '重命名知识点',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'knowledge-point' },
    input: z.object({ id, name: knowledgePointName }),
    errors: [knowledgePointErrors.nameTaken],
  }),
  /** The questions stay; they lose this knowledge point. */
  remove: endpoint({
    path: '/api/v1/exam/question/knowledge/remove',
    summary: '删除知识点',
    access: questionMenu.rights.remove,
    audit: { action: 'delete', target: 'knowledge-point' },
    input: z.object({ id }),
    output: z.object({ questionCount: z.number().int() }),
  }),
}
