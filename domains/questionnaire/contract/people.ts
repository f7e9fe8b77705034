/** Who is asked to answer: chosen people, departments and groups, or whoever has a link. */
import { endpoint, id, ids, instantInput, lineText, optionalIds, pageOf, pageQuery, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { staffSelection } from '@kaopei/org/contract/selection'
import { linkRow } from '@kaopei/share/contract/link-row'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { z } from 'zod'
import { answerState } from './codes.ts'
import { questionnaireErrors } from './errors.ts'
import { questionnaireMenu } from './menus.ts'

const { rights } = questionnaireMenu
const base = '/api/v1/questionary'

const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Of an anonymous one: 0 or 2; who has answered is known, what is not. */
  state: answerState.schema,
  /** yyyy-MM-dd of the company's clocks. */
  answeredOn: z.string().nullable(),
  /** A task of a course or project leads them here. */
  isByTask: z.boolean(),
})

const audienceRow = z.object({
  id,
  kind: z.enum(['department', 'group']),
  name: z.string(),
})

export const questionnairePeople = {
  /** Whoever is asked now, and whoever has answered. */
  staffList: endpoint({
    path: `${base}/staffList`,
    summary: '答卷人员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      id,
      keyWords: text(50, '关键字').optional(),
      departmentId: id.optional(),
      state: z.coerce.number().pipe(answerState.schema).optional(),
    }),
    output: pageOf(staffRow).extend({
      /** Departments and groups it is given to (audience mode 2). */
      audience: z.array(audienceRow),
    }),
  }),
  updateStaff: endpoint({
    path: `${base}/updateStaff`,
    summary: '添加答卷人员',
    access: rights.staff,
    audit: { action: 'addStaff', target: 'questionnaire' },
    scope: 'department',
    input: staffSelection.extend({
      id,
      /** Of audience mode 2: departments (with everything below) and groups, as they are whenever somebody comes. */
      audienceDepartmentIds: z.array(id).max(200, '一次最多 200 个').default([]),
      audienceGroupIds: z.array(id).max(200, '一次最多 200 个').default([]),
    }),
    /** Of people, or of departments and groups. */
    output: z.object({
      addedCount: z.int(),
      /** Were on the list already. */
      repeatedCount: z.int(),
      /** Disabled, removed or outside the caller's data scope; of people chosen one by one. */
      skippedCount: z.int(),
    }),
    errors: [questionnaireErrors.wrongAudience, questionnaireErrors.alreadyClosed, questionnaireErrors.groupRefused],
  }),
  /** Sheets that were handed in stay. Departments and groups go by whoever's data scope shows everybody whom they ask. */
  deleteStaff: endpoint({
    path: `${base}/deleteStaff`,
    summary: '移出答卷人员',
    access: rights.staff,
    audit: { action: 'removeStaff', target: 'questionnaire' },
    scope: 'department',
    input: z.object({ id, staffIds: optionalIds, audienceIds: optionalIds }),
    output: z.object({ removedCount: z.int(), leftOut }),
    errors: [questionnaireErrors.wrongAudience, questionnaireErrors.ledByTask, questionnaireErrors.groupRefused],
  }),
  links: endpoint({
    path: `${base}/links`,
    summary: '问卷链接',
    access: rights.staff,
    audit: 'read',
    input: z.object({ id }),
    output: z.array(linkRow),
  }),
  /** The address is shown this once. */
  createLink: endpoint({
    path: `${base}/links/create`,
    summary: '创建问卷链接',
    access: rights.staff,
    audit: { action: 'createLink', target: 'questionnaire' },
    input: z.object({ id, title: lineText(100, '链接名称').min(1, '请输入链接名称'), expiresAt: instantInput }),
    output: z.object({ id, url: z.string() }),
    errors: [
      questionnaireErrors.wrongAudience,
      questionnaireErrors.alreadyClosed,
      questionnaireErrors.linkExpiryPast,
      questionnaireErrors.linksFull,
    ],
  }),
  revokeLink: endpoint({
    path: `${base}/links/revoke`,
    summary: '停用问卷链接',
    access: rights.staff,
    audit: { action: 'revokeLink', target: 'questionnaire' },
    input: z.object({ id, linkIds: ids }),
    errors: [shareErrors.alreadyRevoked],
  }),
}
