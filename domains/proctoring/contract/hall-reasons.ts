/** Why whoever watches acts: a group and a reason in it; the candidate is told the reason's words. */
import { labelled } from '@kaopei/contract'
import { z } from 'zod'

export const hallReasons = {
  environment: { label: '环境', reasons: { noise: '噪音', disturbance: '外界干扰', power: '停电' } },
  candidate: {
    label: '考生',
    reasons: { behaviour: '违反考场纪律', identity: '身份待核实', illness: '身体不适', late: '迟到', noShow: '未到场' },
  },
  staff: { label: '监考', reasons: { error: '操作失误', late: '监考人员迟到' } },
  technical: {
    label: '技术',
    reasons: {
      frozen: '设备卡死',
      startFailed: '无法进入考试',
      network: '网络故障',
      printing: '打印故障',
      other: '其他技术问题',
    },
  },
} as const

const words: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(hallReasons).flatMap(([group, { reasons }]) =>
    Object.entries(reasons).map(([name, text]) => [`${group}.${name}`, text] as const),
  ),
)

export const hallReason = labelled(z.enum(Object.keys(words), '请选择原因'), words)

export function reasonWords(code: string, note: string): string {
  const text = words[code] ?? code
  return note === '' ? text : `${text}：${note}`
}
