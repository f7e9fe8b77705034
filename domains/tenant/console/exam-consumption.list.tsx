import type { ReactNode } from 'react'
import { examConsumption } from '../contract/consumption.ts'
import { ConsumptionPage } from './consumption.page.tsx'

/** 考试消耗 */
export default function ExamConsumptionPage(): ReactNode {
  return <ConsumptionPage title="考试消耗" subject="考试" calls={examConsumption} />
}
