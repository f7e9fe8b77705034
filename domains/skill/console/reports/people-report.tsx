import type { Endpoint } from '@kaopei/contract'
import {
  type FilterSpec,
  isSoundRange,
  type ListSource,
  type ReportFieldGroup,
  type ReportRow,
  type StatisticsOpening,
  StatisticsPanel,
  wallClock,
} from '@kaopei/web'
import { callUntyped } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DepartmentPlan, type PlannedDepartment } from '../people/department-plan.tsx'
import { PersonDrawer } from '../people/opened-person.ts'
import { exportStarted } from './report-filters.tsx'

export interface OpenedPerson {
  readonly staffId: string
  readonly name: string
}

interface Props {
  readonly title: string
  readonly description: string
  /** Must stay the same. */
  readonly source: ListSource<ReportRow>
  readonly exporting: Endpoint
  readonly exportRight: string
  readonly conditions: readonly FilterSpec[]
  readonly rowKey: 'staffId' | 'id'
  /** Columns; people's names open what is known of them, departments' gaps a project. */
  readonly groupsOf: (
    open: (person: OpenedPerson) => void,
    onPlan: (department: PlannedDepartment) => void,
  ) => readonly ReportFieldGroup[]
}

/** One of the reports that are lists, in the kit's shell with its rules. */
export function ListReport({
  title,
  description,
  source,
  exporting,
  exportRight,
  conditions,
  rowKey,
  groupsOf,
}: Props): ReactNode {
  const [opened, setOpened] = useState<OpenedPerson>()
  const [planned, setPlanned] = useState<PlannedDepartment>()
  const [groups] = useState(() => groupsOf(setOpened, setPlanned))
  const [params] = useSearchParams()
  const [opening] = useState(() => openingOf(params, conditions))
  return (
    <>
      <StatisticsPanel
        title={title}
        header={{ description }}
        groups={groups}
        conditions={conditions}
        sourceOf={() => source}
        rowKey={rowKey}
        {...(opening && { opening })}
        exportRight={exportRight}
        onExport={async (input, fields) => {
          await callUntyped(exporting, { ...input, fields: [...fields] })
          exportStarted()
        }}
      />
      {opened && <PersonDrawer staffId={opened.staffId} name={opened.name} onClose={() => setOpened(undefined)} />}
      {planned && <DepartmentPlan department={planned} onClose={() => setPlanned(undefined)} />}
    </>
  )
}

const monthDays = 30

/** Conditions that an address leads here with; without days those of the last month. */
function openingOf(params: URLSearchParams, conditions: readonly FilterSpec[]): StatisticsOpening | undefined {
  const filters = Object.fromEntries(
    conditions.flatMap(({ name }) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
  if (Object.keys(filters).length === 0) return undefined
  const range = [params.get('beginTime') ?? '', params.get('endTime') ?? ''] as const
  const today = wallClock(Date.now())
  const lately = [today.subtract(monthDays - 1, 'day').format('YYYY-MM-DD'), today.format('YYYY-MM-DD')] as const
  return { range: isSoundRange(range) ? range : lately, filters }
}
