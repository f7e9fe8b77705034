/** The chain over an attempt's record, its nightly check, and the pack that proves it. */
import { endpoint, errors, id, instant, pageOf, pageQuery, protocolErrors, statedReason, text } from '@kaopei/contract'
import { z } from 'zod'
import { markCheating } from '../menus.ts'

const path = '/api/v1/exam/examination/cheat'
const { rights } = markCheating

export const evidenceErrors = errors('evidence', {
  notSealed: { code: 3455, text: '该答卷的记录尚未封存，请在考生交卷一分钟后重试' },
  ownPack: { code: 3456, text: '不能导出自己答卷的证据包，请由其他人导出' },
})

/** `isTime`: the values are milliseconds of the server's clock, where they are not words. */
const difference = z.object({
  field: z.string(),
  label: z.string(),
  stored: z.string(),
  rebuilt: z.string(),
  isTime: z.boolean(),
})

export const evidence = {
  seal: endpoint({
    path: `${path}/getSeal`,
    summary: '答卷记录的封存与核对',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationResultId: id }),
    output: z.object({
      /** The head that the candidate saw when they had handed in. */
      handInHead: z.string().nullable(),
      head: z.string().nullable(),
      rowCount: z.int(),
      sealedTime: instant.nullable(),
      signedTime: instant.nullable(),
      /** Null: not rebuilt yet. Empty: the stored row is what its events say. */
      differences: z.array(difference).nullable(),
      checkedTime: instant.nullable(),
    }),
    errors: [protocolErrors.notFound],
  }),
  differences: endpoint({
    path: `${path}/listDifferences`,
    summary: '与事件记录不一致的答卷',
    access: rights.check,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      examinationId: id.optional(),
      keyWords: text(50, '关键字').optional(),
    }),
    output: pageOf(
      z.object({
        examinationResultId: id,
        examinationId: id,
        examName: z.string(),
        staffName: z.string(),
        submitTime: instant.nullable(),
        checkedTime: instant,
        differences: z.array(difference),
      }),
    ).extend({ checkedCount: z.int() }),
  }),
  pack: endpoint({
    path: `${path}/exportPack`,
    summary: '导出证据包',
    access: rights.pack,
    audit: { action: 'export', target: 'examEvidence' },
    scope: 'department',
    input: z.object({ examinationResultId: id, reason: statedReason(200, '导出原因') }),
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound, evidenceErrors.notSealed, evidenceErrors.ownPack],
  }),
}

export const ownSeal = {
  get: endpoint({
    path: '/api/v1/exam/sitting/fingerprint',
    summary: '我的作答记录指纹',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: z.object({ isClosed: z.boolean(), head: z.string().nullable(), rowCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
}
