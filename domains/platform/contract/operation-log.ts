import { codes, dateInput, endpoint, id, instant, pageOf, pageQuery, requiredText, text, yesOrNo } from '@kaopei/contract'
import { z } from 'zod'
import { operationLogMenu } from './menus.ts'

export const logSource = codes({
  server: { code: 1, label: '服务端', tone: 'neutral' },
  /** Told by a page; nothing in it is proved. */
  client: { code: 2, label: '页面上报', tone: 'warning' },
})

export const logResult = codes({
  done: { code: 1, label: '成功', tone: 'success' },
  refused: { code: 2, label: '失败', tone: 'danger' },
})

/** Marks the rows that pages report; no other call writes it. */
export const clientTarget = 'client-event'

const row = z.object({
  id,
  at: instant,
  actorId: z.string().nullable(),
  actorName: z.string(),
  /** Who was looking through the actor's eyes. */
  impersonatorId: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  action: z.string(),
  /** What was done, in words. */
  operation: z.string(),
  target: z.string(),
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  source: logSource.schema,
  result: z.number().int(),
  ip: z.string().nullable(),
})
export type OperationLogRow = z.output<typeof row>

/** Found and counted by one list; what is older is found by its time or another condition, and exported whole. */
export const mostCounted = 100_000

export const operationLogFilter = z.object({
  /** Within the names of actor and target. */
  keyWords: text(50, '关键字').optional(),
  actorId: id.optional(),
  /** Path of a call, as `options` lists them. */
  operation: text(200, '操作').optional(),
  target: text(60, '对象类型').optional(),
  targetId: text(60, '对象编号').optional(),
  source: logSource.schema.optional(),
  result: logResult.schema.optional(),
  /** true: only what was read through somebody else's eyes. */
  isImpersonated: yesOrNo.optional(),
  beginTime: dateInput.optional(),
  endTime: dateInput.optional(),
})

const option = z.object({ value: z.string(), label: z.string() })

export const operationLog = {
  list: endpoint({
    path: '/api/v1/system/operationLog/list',
    summary: '操作日志列表',
    access: operationLogMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend(operationLogFilter.shape),
    /** Counted up to 100,000: a list of a million rows is filtered, not paged through. */
    output: pageOf(row),
  }),
  get: endpoint({
    path: '/api/v1/system/operationLog/get',
    summary: '操作日志详情',
    access: operationLogMenu.rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: row.extend({
      path: z.string().nullable(),
      reason: z.string().nullable(),
      userAgent: z.string().nullable(),
      requestId: z.string().nullable(),
      /** Fields that differ, or all of a created or deleted thing. Values are JSON texts; null: the field was not there. */
      /** What ids within the changes are called today. */
      names: z.record(z.string(), z.string()),
      changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  }),
  options: endpoint({
    path: '/api/v1/system/operationLog/options',
    summary: '操作日志的筛选项',
    access: operationLogMenu.rights.view,
    audit: 'read',
    output: z.object({ operations: z.array(option) }),
  }),
  export: endpoint({
    path: '/api/v1/system/operationLog/export',
    summary: '导出操作日志',
    access: operationLogMenu.rights.export,
    audit: { action: 'export', target: 'operation-log' },
    input: operationLogFilter,
    output: z.object({ jobId: id }),
  }),
  save: endpoint({
    path: '/api/v1/system/saveOperationLog',
    summary: '记录页面操作',
    access: 'signedIn',
    audit: { action: 'report', target: clientTarget },
    input: z.object({
      action: requiredText(60, '操作'),
      targetId: text(60, '对象编号').optional(),
      targetName: text(200, '对象名称').optional(),
      content: text(2000, '内容').optional(),
      /** Address of the page within the console. */
      route: text(300, '页面').optional(),
    }),
  }),
}
