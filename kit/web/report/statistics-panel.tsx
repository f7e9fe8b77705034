import type { ReactNode } from 'react'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { PageHeaderProps } from '../page-header.tsx'
import { whenShown } from '../when-opened.tsx'
import type { DayRange, ReportFieldGroup, ReportRow } from './report-fields.ts'

export interface StatisticsTab {
  readonly id: string
  readonly name: string
}

/** What a query and its export are asked: the range as `beginTime` and `endTime`, the conditions, and the order where one was chosen. */
export type StatisticsInput = Readonly<Record<string, unknown>>

export interface StatisticsOpening {
  readonly range: DayRange
  /** Texts by the conditions' names. */
  readonly filters: Readonly<Record<string, string>>
}

export interface StatisticsPanelProps {
  readonly title: string
  readonly header?: Omit<PageHeaderProps, 'title'>
  readonly groups: readonly ReportFieldGroup[]
  /** Several results of the same conditions. */
  readonly tabs?: readonly StatisticsTab[]
  /** Conditions besides the range of days. */
  readonly conditions?: readonly FilterSpec[]
  /** The rows of a tab, or of the report; must stay the same for the same tab. */
  readonly sourceOf: (tabId: string | undefined) => ListSource<ReportRow>
  readonly rowKey: string
  /** Starts the export of what was queried, with the columns shown. Failures are shown by whoever calls. */
  readonly onExport?: (input: StatisticsInput, fields: readonly string[], tabId: string | undefined) => Promise<unknown>
  /** `export_part` unless given. */
  readonly exportRight?: string
  /** What is asked at once, where something led here with conditions of its own. */
  readonly opening?: StatisticsOpening
  /** Above the conditions in the side panel, e.g. a tree. */
  readonly side?: ReactNode
  /** Conditions that the side panel holds; a change counts as a changed condition. */
  readonly sideInput?: StatisticsInput
}

/** Statistics: a range of days, conditions, columns by groups, the result and its export. */
export const StatisticsPanel = whenShown<StatisticsPanelProps>(() => import('./statistics-panel-canvas.tsx'))
