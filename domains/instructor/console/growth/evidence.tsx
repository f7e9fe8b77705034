import { ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import { teacherLevel } from '../../contract/codes.ts'
import type { Evidence } from '../../contract/growth.ts'
import { minutesText } from '../words.ts'

type Condition = Evidence['conditions'][number]

const titles = { minutes: '已确认课时', rating: '学员评分', qualification: '有效资质' } as const

function foundOf({ key, found, count }: Condition): string {
  if (key === 'minutes') return minutesText(found ?? 0)
  if (key === 'qualification') return `${found ?? 0} 份`
  return found === null ? '不足 3 份评价' : `${found.toFixed(2)} 分（n=${count ?? 0}）`
}

function neededOf({ key, needed }: Condition): string {
  if (key === 'minutes') return `需 ${minutesText(needed)}`
  return key === 'qualification' ? `需 ${needed} 份` : `需 ${needed.toFixed(2)} 分`
}

/** What a level asks for beside what there is. */
export function EvidenceList({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { toLevel, since, until, conditions } = evidence
  return (
    <>
      <p className="kp-hint">
        晋级到{teacherLevel.label(toLevel)}，考察 {since} 至 {until}
      </p>
      <ul>
        {conditions.map((one) => (
          <li key={one.key}>
            {titles[one.key]}：{foundOf(one)}，{neededOf(one)}{' '}
            <ToneTag tone={one.isMet ? 'success' : 'warning'}>{one.isMet ? '达到' : '未达到'}</ToneTag>
          </li>
        ))}
      </ul>
    </>
  )
}
