/** Question banks: what exams draw from. A bank lies in a category or in none. */
import { asChange, endpoint, id, instant, pageOf, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { someOf } from './codes.ts'
import { bankErrors } from './errors.ts'
import { bankMenu, bankReaders } from './menus.ts'

export const bankItem = z.object({ id, name: z.string() })

export const bankRow = bankItem.extend({
  descript: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  questionCount: z.number().int(),
  /** Questions that an exam may use now. */
  readyCount: z.number().int(),
  createdAt: instant,
  version: rowVersion,
})
export type BankRow = z.output<typeof bankRow>

export const bankFields = {
  name: requiredText(60, '题库名称'),
  descript: text(500, '题库描述').default(''),
  categoryId: id.nullable().default(null),
}

/** Banks of one answer: the specification's clients ask for pages of 9999, and beyond them there is the next page. */
export const mostBanks = 9999
/** Chosen banks whose names one call tells. */
export const mostNamedBanks = 1000

export const bank = {
  search: endpoint({
    path: '/api/v1/exam/question/bank/search',
    summary: '按名称查找题库',
    access: bankReaders,
    audit: 'read',
    /** The answer is a bare list: who gets `mostBanks` of them asks for the next page. */
    input: z.object({
      name: text(60, '题库名称').default(''),
      pageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(mostBanks).default(mostBanks),
    }),
    output: z.array(bankItem),
  }),
  list: endpoint({
    path: '/api/v1/exam/question/bank/list',
    summary: '题库列表',
    access: bankReaders,
    audit: 'read',
    input: z.object({
      pageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(mostBanks).default(10),
      /** Categories with everything below them. */
      questionCategoryIds: someOf(id).optional(),
      name: text(60, '题库名称').optional(),
      /** Only these: whoever has chosen banks asks for their names. */
      ids: z.array(id).max(mostNamedBanks).optional(),
    }),
    output: pageOf(bankRow),
  }),
  create: endpoint({
    path: '/api/v1/exam/question/bank/create',
    summary: '新增题库',
    access: bankMenu.rights.edit,
    audit: { action: 'create', target: 'question-bank' },
    input: z.object(bankFields),
    output: z.object({ id }),
    errors: [bankErrors.nameTaken],
  }),
  modify: endpoint({
    path: '/api/v1/exam/question/bank/modify',
    summary: '修改题库',
    access: bankMenu.rights.edit,
    audit: { action: 'update', target: 'question-bank' },
    input: z.object({ id, version: rowVersion, ...asChange(bankFields) }),
    errors: [bankErrors.nameTaken],
  }),
  remove: endpoint({
    path: '/api/v1/exam/question/bank/remove',
    summary: '删除题库',
    access: bankMenu.rights.remove,
    audit: { action: 'delete', target: 'question-bank' },
    input: z.object({ id }),
    errors: [bankErrors.notEmpty],
  }),
}
