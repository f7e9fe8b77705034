import { dateInput, endpoint, id, instant, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { emailInput, phoneInput } from '@kaopei/identity/contract/contact'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { z } from 'zod'
import { staffSource } from './codes.ts'
import { staffErrors } from './errors.ts'
import { loginAccountInput } from './login-account.ts'
import { restoreMenu, staffMenu } from './menus.ts'
import { staffFields, staffFilter } from './staff.ts'

/** How long a removed account can be recovered. Afterwards only results remain of it. */
export const recoveryDays = 180

const row = z.object({
  id,
  staffId: id,
  name: z.string(),
  nameAccount: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: z.string().nullable(),
  departmentPath: z.string().nullable(),
  /** Another department must be chosen. */
  isDepartmentGone: z.boolean(),
  post: z.string().nullable(),
  staffSource: staffSource.schema,
  removedAt: instant,
  removedReason: z.string().nullable(),
  removedByName: z.string().nullable(),
  /** The employee whom an outside candidate was linked to. */
  linkedToName: z.string().nullable(),
  recoverUntil: instant,
  isRecoverable: z.boolean(),
  version: z.number().int(),
})
export type RestRow = z.output<typeof row>

/** What somebody else has taken since. */
const conflict = z.object({
  field: z.enum(['loginAccount', 'phone', 'email', 'jobNumber']),
  value: z.string(),
  takenByName: z.string(),
  message: z.string(),
})
export type RestConflict = z.output<typeof conflict>

export const restore = {
  listRest: endpoint({
    path: '/api/v1/staff/listRest',
    summary: '已移除人员列表',
    access: restoreMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      departmentId: staffFilter.shape.departmentId,
      staffSource: staffFilter.shape.staffSource,
      beginTime: dateInput.optional(),
      endTime: dateInput.optional(),
    }),
    output: pageOf(row),
  }),
  /** A removed person, with everything that stands in the way of recovering them as they were. */
  getRest: endpoint({
    path: '/api/v1/staff/getRest',
    method: 'GET',
    summary: '已移除人员详情',
    access: restoreMenu.rights.recover,
    scope: 'department',
    audit: 'read',
    input: z.object({ id }),
    output: row.extend({ conflicts: z.array(conflict) }),
  }),
  /** What is not given comes back as it was; null and empty text take away. */
  modifyRecovery: endpoint({
    path: '/api/v1/staff/modifyRecovery',
    summary: '恢复账号',
    access: restoreMenu.rights.recover,
    scope: 'department',
    audit: { action: 'recover', target: 'staff' },
    input: z.object({
      id,
      version: rowVersion,
      loginAccount: loginAccountInput.optional(),
      /** The masked form of the present number or address leaves it as it is. */
      phone: z
        .union(
          [
            z
              .string()
              .max(30)
              .regex(/^\d*\*{4}/),
            phoneInput,
          ],
          '请输入正确的电话',
        )
        .optional(),
      email: z
        .union(
          [
            z.literal(''),
            z
              .string()
              .max(200)
              .regex(/^[^@]?\*{3}/),
            emailInput,
          ],
          '请输入正确的邮箱地址',
        )
        .nullish()
        .transform((email) => (email === '' ? null : email)),
      jobNumber: staffFields.jobNumber,
      departmentId: id.optional(),
    }),
    output: z.object({ id }),
    errors: [
      staffErrors.growing,
      staffErrors.accountTaken,
      staffErrors.phoneTaken,
      staffErrors.emailTaken,
      staffErrors.jobNumberTaken,
      staffErrors.departmentMissing,
      staffErrors.recoveryOver,
      staffErrors.stronger,
      staffErrors.noSeatLeft,
    ],
  }),
}

export const outerStaff = {
  /**
   * An outside candidate has become an employee: the candidate's account ends, and what they did stays under the candidate and counts for the employee.
   * Recovering the candidate undoes it.
   */
  linkOuterStaff: endpoint({
    path: '/api/v1/staff/linkOuterStaff',
    summary: '关联外部考生',
    access: staffMenu.rights.edit,
    scope: 'department',
    audit: { action: 'link', target: 'staff' },
    input: z.object({ outerStaffId: id, staffId: id }),
    output: z.object({ staffId: id }),
    errors: [staffErrors.notLinkable, staffErrors.stronger, identityErrors.lastAdmin],
  }),
  /** The outside candidates whom an employee once was. */
  listLinked: endpoint({
    path: '/api/v1/staff/listLinkedOuter',
    summary: '已关联的外部考生',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ staffId: id }),
    output: z.array(z.object({ id, name: z.string(), nameAccount: z.string(), linkedAt: instant })),
  }),
}
