import { Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useMay } from '../client/access.ts'
import { type FilterSpec, shapeOf } from '../list/filter-spec.ts'
import { ConditionFields } from '../list/list-filters.tsx'
import { inputOfState, type ListState } from '../list/list-state.ts'
import { toast } from '../notify.tsx'
import { SidePanel } from '../side-panel.tsx'
import RangeField from './range-field-canvas.tsx'
import { ReportFieldChoice } from './report-field-choice.tsx'
import { type DayRange, exportProblem, fieldsShownAtFirst, isSoundRange, rangeWarning } from './report-fields.ts'
import { ReportShell } from './report-shell.tsx'
import type { StatisticsInput, StatisticsPanelProps } from './statistics-panel.tsx'
import { StatisticsResult } from './statistics-result.tsx'

type Filters = ListState['filters']
const noConditions: readonly FilterSpec[] = []

interface Asked {
  readonly input: StatisticsInput
  /** Each query is a result of its own, beginning at page 1. */
  readonly number: number
}

export default function StatisticsPanelCanvas(props: StatisticsPanelProps): ReactNode {
  const { groups, tabs, conditions = noConditions, side, sideInput, onExport, opening } = props
  const [range, setRange] = useState<DayRange | undefined>(opening?.range)
  const [filters, setFilters] = useState<Filters>(opening?.filters ?? {})
  const [shown, setShown] = useState(() => fieldsShownAtFirst(groups))
  const [tab, setTab] = useState(tabs?.[0]?.id)
  const [asked, setAsked] = useState<Asked | undefined>(
    () => opening && { input: { ...daysOf(opening.range), ...inputOf(opening.filters, conditions), ...sideInput }, number: 1 },
  )
  const [isLoading, setLoading] = useState(opening !== undefined)
  const [queried, setQueried] = useState<string>()
  const [isExporting, setExporting] = useState(false)
  const mayExport = useMay(props.exportRight ?? 'export_part')

  const input = { ...daysOf(range), ...inputOf(filters, conditions), ...sideInput }
  const current = JSON.stringify(input)
  const query = () => {
    if (!isSoundRange(range)) return toast.warning(rangeWarning)
    const missing = conditions.find(({ name, isRequired }) => isRequired && !(name in input))
    if (missing) return toast.warning(`请选择${missing.label}`)
    setQueried(undefined)
    setLoading(true)
    setAsked({ input, number: (asked?.number ?? 0) + 1 })
  }
  const reset = () => {
    setRange(undefined)
    setFilters({})
    setShown(fieldsShownAtFirst(groups))
    setAsked(undefined)
    setQueried(undefined)
    setLoading(false)
  }
  const exportAll = async () => {
    const problem = exportProblem({ mayExport, range, queried, current })
    if (problem) return toast.warning(problem)
    setExporting(true)
    // A failure has been shown by then.
    await onExport?.(input, shown, tab).catch(() => undefined)
    setExporting(false)
  }
  const result = asked && (
    <StatisticsResult
      key={`${asked.number} ${tab ?? ''}`}
      groups={groups}
      shown={shown}
      source={props.sourceOf(tab)}
      rowKey={props.rowKey}
      input={asked.input}
      onLoaded={(isDone) => {
        setLoading(false)
        if (isDone) setQueried(JSON.stringify(asked.input))
      }}
    />
  )
  return (
    <ReportShell
      title={props.title}
      {...(props.header && { header: props.header })}
      conditions={
        <>
          <RangeField value={range} onChange={setRange} />
          <ConditionFields filters={conditions} value={filters} onChange={setFilters} />
        </>
      }
      side={
        <SidePanel title="统计字段">
          {side}
          <ReportFieldChoice groups={groups} shown={shown} onChange={setShown} />
        </SidePanel>
      }
      onQuery={query}
      onReset={reset}
      {...(onExport && { onExport: () => void exportAll() })}
      isQuerying={isLoading}
      isExporting={isExporting}
    >
      {result && tabs && tabs.length > 0 ? (
        <>
          <Tabs
            {...(tab !== undefined && { activeKey: tab })}
            onChange={setTab}
            items={tabs.map(({ id, name }) => ({ key: id, label: name }))}
          />
          {result}
        </>
      ) : (
        result
      )}
    </ReportShell>
  )
}

const daysOf = (range: DayRange | undefined) => (range ? { beginTime: range[0], endTime: range[1] } : {})

function inputOf(filters: Filters, conditions: readonly FilterSpec[]): StatisticsInput {
  const {
    pageIndex: _page,
    pageSize: _size,
    ...input
  } = inputOfState({ filters, pageIndex: 1, pageSize: 10 }, conditions.map(shapeOf))
  return input
}
