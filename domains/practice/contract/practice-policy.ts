/** A company's own figures of practising. */
import { endpoint, rowVersion } from '@kaopei/contract'
import { z } from 'zod'
import { practiceManage } from './menus.ts'
import { base } from './practice.ts'

const { rights } = practiceManage

export const policyFields = z.object({
  /** How surely somebody should still know a question when it comes again, percent. */
  retentionPercent: z
    .number('请输入期望记忆保持率')
    .int('期望记忆保持率须为整数')
    .min(80, '期望记忆保持率在 80 到 95 之间')
    .max(95, '期望记忆保持率在 80 到 95 之间'),
  /** Due questions a day, unless the person says otherwise. */
  dailyCount: z.number('请输入每日题数').int('每日题数须为整数').min(1, '每日题数至少为 1').max(100, '每日题数最多为 100'),
  /** Full marks so often running take a question out of the wrong book … */
  leaveStreak: z.number('请输入次数').int('次数须为整数').min(1, '次数至少为 1').max(10, '次数最多为 10'),
  /** … on at least so many days. */
  leaveDays: z.number('请输入天数').int('天数须为整数').min(1, '天数至少为 1').max(10, '天数最多为 10'),
})
export const defaultPolicy = { retentionPercent: 90, dailyCount: 15, leaveStreak: 3, leaveDays: 2 }

const policy = policyFields.extend({ version: z.int() })

export const practicePolicy = {
  get: endpoint({
    path: `${base}/policy/get`,
    summary: '练习规则',
    access: rights.view,
    audit: 'read',
    output: policy,
  }),
  set: endpoint({
    path: `${base}/policy/set`,
    summary: '设置练习规则',
    access: rights.policy,
    audit: { action: 'setPolicy', target: 'practice' },
    input: policyFields
      .extend({ version: rowVersion })
      .refine(({ leaveDays, leaveStreak }) => leaveDays <= leaveStreak, { path: ['leaveDays'], error: '天数不能多于次数' }),
    output: policy,
  }),
}
