import type { ReactNode } from 'react'
import './practice.css'
import ReportList from './report-list.tsx'

/** 试题纠错: what learners found wrong, for whoever keeps the banks. */
export default function PracticeReports(): ReactNode {
  return <ReportList title="试题纠错" />
}
