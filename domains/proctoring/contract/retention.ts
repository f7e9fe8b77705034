/** How long recordings stay after the result of their attempt, each kind by itself; then they are deleted, and a certificate stays. */
import { endpoint, errors, instant, rowVersion } from '@kaopei/contract'
import { recordingDays, recordingKind } from '@kaopei/exam/contract/recording-days'
import { merchantMenu } from '@kaopei/tenant/contract/menus'
import { z } from 'zod'
import { markCheating } from './menus.ts'

export const keepingState = z.enum(['kept', 'held', 'due', 'deleting', 'deleted'])
export const keepingLabels: Readonly<Record<z.output<typeof keepingState>, string>> = {
  kept: '保存中',
  held: '因复核或申诉暂缓删除',
  due: '已到期，等待删除',
  deleting: '正在删除',
  deleted: '已删除',
}

/** What a deletion certifies. */
export const deletionCertificate = z.object({
  /** 0: everything at once. */
  kind: z.int(),
  deletedAt: instant,
  rule: z.string(),
  pieceCount: z.int(),
  filmCount: z.int(),
  frameCount: z.int(),
  sizeBytes: z.int(),
  /** Hex; null: deleted before it was kept. */
  chainHead: z.string().nullable(),
})

/** Attempts of before count from their beginning, as their candidates were told. */
export const ruleWords = (days: number, fromResult: boolean): string => `${fromResult ? '成绩产生' : '考试开始'}后保存 ${days} 天`

/** Of each kind that the attempt has. */
export const keptKind = z.object({
  kind: recordingKind.schema,
  days: z.int(),
  rule: z.string(),
  deletesAt: instant,
  /** False: there is no result yet, and the days count anew from it. */
  isFixed: z.boolean(),
  keeping: keepingState,
})

/** Files of appeals: so many days after the last step of the case. */
export const appealRuleWords = (days: number): string => `申诉办结后保存 ${days} 天`

export const keptAppeal = z.object({
  /** That are there. */
  fileCount: z.int(),
  rule: z.string(),
  deletesAt: instant,
  keeping: keepingState,
  certificates: z.array(z.object({ deletedAt: instant, rule: z.string(), fileCount: z.int(), sizeBytes: z.int() })),
})

export const retentionErrors = errors('retention', {
  daysMoved: { code: 3399, text: '保存期限已被他人修改，请刷新后重试' },
})

/** refused: its rules do not let our pages send; silent: it does not answer. */
const storeState = z.enum(['allowed', 'refused', 'silent'])
export type StoreState = z.output<typeof storeState>

const path = '/api/v1/exam/examination/cheat'
const stored = recordingDays.extend({ version: z.int() })

export const retention = {
  getDays: endpoint({
    path: `${path}/getRecordingDays`,
    summary: '监考数据的保存期限',
    access: markCheating.rights.view,
    audit: 'read',
    output: stored,
  }),
  saveDays: endpoint({
    path: `${path}/saveRecordingDays`,
    summary: '设置监考数据的保存期限',
    access: markCheating.rights.keep,
    audit: { action: 'modify', target: 'recordingDays' },
    input: recordingDays.extend({ version: rowVersion }),
    output: stored,
    errors: [retentionErrors.daysMoved],
  }),
  /** For the platform: companies with people on film or photographs now, the most first. */
  faces: endpoint({
    path: `${path}/platformFaces`,
    summary: '平台存储的人像人数',
    access: merchantMenu.rights.view,
    audit: 'read',
    output: z.object({
      peopleCount: z.int(),
      warnFrom: z.int(),
      dataList: z.array(z.object({ companyId: z.string(), name: z.string(), peopleCount: z.int() })),
    }),
  }),
  /** For the platform: whether browsers may send to the buckets themselves, asked as a browser asks. Empty: there are none. */
  stores: endpoint({
    path: `${path}/platformStores`,
    summary: '对象存储的跨域设置',
    access: merchantMenu.rights.view,
    audit: 'read',
    output: z.object({
      /** Of the pages that send. */
      origin: z.string(),
      dataList: z.array(z.object({ use: z.enum(['files', 'evidence']), bucket: z.string(), state: storeState })),
    }),
  }),
}
