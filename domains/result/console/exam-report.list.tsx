import type { ReactNode } from 'react'
import { ExamReportTable } from './exam-report-table.tsx'

/** 考试报表 */
export default function ExamReport(): ReactNode {
  return <ExamReportTable title="考试报表" />
}
