import { coursewareType } from '@kaopei/courseware/contract/codes'
import { clockOf } from '@kaopei/learning/contract/ranges'
import { Bar } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import type { Recorded } from './reporter.ts'

/** What the server has acknowledged, and what waits on this device. */
export function RecordedLine({ recorded, type }: { recorded: Recorded; type: number }): ReactNode {
  const { percent, isComplete, until, unsent, lost } = recorded
  return (
    <div className="learn-recorded">
      <Bar percent={percent} label="任务进度" />
      <p role="status">
        {isComplete ? '已完成，记录已保存' : until === undefined ? howItCounts(type) : `已记录到 ${clockOf(until)}`}
        {unsent > 0 && `；${unsent} 条记录尚未上报，保存在本机，稍后自动补报`}
        {lost !== undefined && `；保存在本机的记录没有被接受：${lost}`}
      </p>
    </div>
  )
}

function howItCounts(type: number): string {
  if (type === coursewareType.package) return '学完各节后完成'
  if (type === coursewareType.audio) return '收听后自动记录'
  return type === coursewareType.document ? '阅读后自动记录' : '观看后自动记录'
}
