import { codes, endpoint, id } from '@kaopei/contract'
import { z } from 'zod'
import { explainMenu } from './menus.ts'

/** The way from a person to a row; the first step that fails decides. */
export const explainStep = codes({
  account: { code: 1, label: '账号' },
  package: { code: 2, label: '企业套餐' },
  role: { code: 3, label: '角色' },
  menu: { code: 4, label: '菜单' },
  right: { code: 5, label: '按钮' },
  scope: { code: 6, label: '数据范围' },
  row: { code: 7, label: '数据' },
})

export const recordKind = codes({ staff: { code: 1, label: '人员' }, department: { code: 2, label: '部门' } })

const reason = z.object({
  step: explainStep.schema,
  isMet: z.boolean(),
  text: z.string(),
  /** One line for each role that takes part in the step. */
  roles: z.array(z.object({ id, name: z.string(), isMet: z.boolean(), text: z.string() })),
})
export type ExplainReason = z.output<typeof reason>

export const explainCalls = {
  explainAccess: endpoint({
    path: '/api/v1/system/role/explainAccess',
    summary: '为什么能/不能看到',
    access: explainMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({
      staffId: id,
      menu: z.string().min(1, '请选择菜单').max(100, '菜单不存在'),
      /** A button of the menu. */
      right: z.string().max(100).nullish(),
      /** The row that the person should see. */
      record: z.object({ kind: recordKind.schema, id }).nullish(),
    }),
    output: z.object({ allowed: z.boolean(), person: z.object({ id, name: z.string() }), because: z.array(reason) }),
  }),
  /** Menus that can be asked about. */
  listExplainMenu: endpoint({
    path: '/api/v1/system/role/listExplainMenu',
    summary: '可诊断的菜单与按钮',
    access: explainMenu.rights.view,
    audit: 'read',
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        hasScope: z.boolean(),
        rights: z.array(z.object({ code: z.string(), label: z.string() })),
      }),
    ),
  }),
}
