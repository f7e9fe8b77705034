/** Indicators of collusion: pairs of papers that agree too often, sessions that share what they should not. Never evidence by themselves. */
import { endpoint, errors, id, instant, pageOf, pageQuery, protocolErrors, rowVersion } from '@kaopei/contract'
import { z } from 'zod'
import { markCheating } from '../menus.ts'

const path = '/api/v1/exam/examination/cheat'
const { rights } = markCheating
const count = z.int()
const person = z.object({
  examinationResultId: id,
  staffName: z.string(),
  seat: z.string().nullable(),
  startTime: instant.nullable(),
  /** From which it was begun. */
  address: z.string().nullable(),
})

export const signLabels = {
  sameBrowser: '不同考生使用同一浏览器',
  sameAddress: '不同考生使用同一网络地址',
  manyAddresses: '同一答卷更换过网络地址',
  manyBrowsers: '同一答卷更换过浏览器',
  outsideRange: '网络地址不在考场网段内',
  tooFast: '作答快于通读题目且答对',
} as const

const signKind = z.enum(['sameBrowser', 'sameAddress', 'manyAddresses', 'manyBrowsers', 'outsideRange', 'tooFast'])
export type SignKind = z.output<typeof signKind>

const sign = z.object({
  number: count,
  kind: signKind,
  level: z.enum(['info', 'notice', 'warning']),
  about: z.string(),
  /** How common it is in this exam, in words. */
  baseRate: z.string(),
  people: z.array(person),
})

const range = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], '网络地址格式不正确，例如 203.0.113.8 或 10.1.2.0/24')
const ranges = z.array(range).max(50, '最多 50 个网络地址')

export const suspicionErrors = errors('suspicion', {
  rangesMoved: { code: 3397, text: '共享网络地址已被他人修改，请刷新后重试' },
  underWay: { code: 3396, text: '本场考试的答卷正在比对，完成后刷新本页即可查看结果' },
})

export const suspicion = {
  getShared: endpoint({
    path: `${path}/getSharedAddresses`,
    summary: '多人共用的网络地址',
    access: rights.view,
    audit: 'read',
    output: z.object({ ranges, version: count }),
  }),
  saveShared: endpoint({
    path: `${path}/saveSharedAddresses`,
    summary: '设置多人共用的网络地址',
    access: rights.rules,
    audit: { action: 'modify', target: 'sharedAddresses' },
    input: z.object({ ranges, version: rowVersion }),
    output: z.object({ ranges, version: count }),
    errors: [suspicionErrors.rangesMoved],
  }),
  get: endpoint({
    path: `${path}/getComparison`,
    summary: '答卷与会话的比对结果',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({
      /** Null: nobody has compared yet. */
      time: instant.nullable(),
      /** The caller sat this exam: what speaks of them is left out, whether there is something or not. */
      isOwnLeftOut: z.boolean(),
      attemptCount: count,
      pairCount: count,
      nearCount: count,
      tooSmallCount: count,
      /** Pairs beyond chance in the whole exam; more than `keptCount` are not kept. */
      likeCount: count,
      keptCount: count,
      pairs: z.array(
        z.object({
          one: person,
          other: person,
          isNear: z.boolean(),
          nearBecause: z.array(z.string()),
          common: count,
          matches: count,
          expectedMatches: z.number(),
          sharedWrong: count,
          probability: z.number(),
          /** 偶然出现的期望对数 */
          expectedPairs: z.number(),
          level: z.enum(['red', 'yellow']),
          kOne: z.number(),
          kOther: z.number(),
        }),
      ),
    }),
    errors: [protocolErrors.notFound],
  }),
  signs: endpoint({
    path: `${path}/getSessionSigns`,
    summary: '会话提示',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id, kind: signKind.optional() }),
    /** `counts`: of all kinds that there are, whichever is asked for. */
    output: pageOf(sign).extend({ counts: z.array(z.object({ kind: signKind, count })) }),
    errors: [protocolErrors.notFound],
  }),
  compare: endpoint({
    path: `${path}/compareResults`,
    summary: '比对答卷与会话',
    access: rights.compare,
    audit: { action: 'compare', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound, suspicionErrors.underWay],
  }),
}

/** What chance alone does, in words: of exams of this size. */
export function chanceWords(expectedPairs: number): string {
  if (expectedPairs <= 0) return '几乎不可能偶然出现'
  const exams = Math.round(1 / expectedPairs)
  if (exams > 1_000_000) return '同样规模的考试，百万场也难偶然出现 1 对'
  return `同样规模的考试，约 ${exams.toLocaleString('zh-CN')} 场会偶然出现 1 对`
}

export function rateWords(named: number, all: number): string {
  if (all === 0) return '-'
  const percent = (named / all) * 100
  const share = percent < 1 ? '不足 1%' : `约 ${Math.round(percent)}%`
  return `本场 ${all} 份答卷中 ${named} 份如此（${share}）`
}
