import type { ReactNode } from 'react'
import { measurementConsumption } from '../contract/consumption.ts'
import { ConsumptionPage } from './consumption.page.tsx'

/** 测评消耗 */
export default function MeasurementConsumptionPage(): ReactNode {
  return <ConsumptionPage title="测评消耗" subject="测评" calls={measurementConsumption} />
}
