import type { Endpoint } from '@kaopei/contract'
import { type FilterSpec, type ListSource, type ReportFieldGroup, type ReportRow, StatisticsPanel } from '@kaopei/web'
import { callUntyped } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { PersonDrawer } from '../people/person.drawer.tsx'
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
  /** Columns; people's names open what is known of them. */
  readonly groupsOf: (open: (person: OpenedPerson) => void) => readonly ReportFieldGroup[]
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
  const [groups] = useState(() => groupsOf(setOpened))
  return (
    <>
      <StatisticsPanel
        title={title}
        header={{ description }}
        groups={groups}
        conditions={conditions}
        sourceOf={() => source}
        rowKey={rowKey}
        exportRight={exportRight}
        onExport={async (input, fields) => {
          await callUntyped(exporting, { ...input, fields: [...fields] })
          exportStarted()
        }}
      />
      {opened && <PersonDrawer staffId={opened.staffId} name={opened.name} onClose={() => setOpened(undefined)} />}
    </>
  )
}
