import type { InputOf, OutputOf } from '@kaopei/contract'
import { CodeTag, Dash, formatDuration, formatInstant, ListPage, ToneTag } from '@kaopei/web'
import { Checkbox, type TableColumnsType } from 'antd'
import { type ReactNode, useEffect } from 'react'
import {
  type IncidentCounts,
  type IncidentPerson,
  incident,
  incidentOutcome,
  type KeptIncidentPerson,
} from '../../contract/incidents/incident.ts'

type Facts = Omit<InputOf<typeof incident.dryRun>, 'pageIndex' | 'pageSize'>

export interface DryRunProps {
  readonly facts: Facts
  /** Those that stay closed. */
  readonly keptClosed: ReadonlySet<string>
  readonly onKeep: (attemptId: string, isKept: boolean) => void
  /** By what the server knows whether it still is what was looked at. */
  readonly onPlan: (fingerprint: string) => void
}

/** Candidates hand in and are taken in meanwhile. */
const askEveryMs = 5_000

/** Everybody whom it reaches, with the deadline before and after; who was closed meanwhile can be left out. */
export function DryRun({ facts, keptClosed, onKeep, onPlan }: DryRunProps): ReactNode {
  return (
    <section aria-label="预演">
      <h3>预演</h3>
      <ListPage
        endpoint={incident.dryRun}
        rowKey="attemptId"
        stateIn="memory"
        extraInput={facts}
        refetchInterval={askEveryMs}
        toolbar={({ answer }) => answer && <Plan plan={answer} onPlan={onPlan} />}
        columns={[...personColumnsOf(), keepColumn(keptClosed, onKeep)]}
        emptyText="该范围内没有开始作答的考生"
      />
    </section>
  )
}

interface PlanProps extends Pick<DryRunProps, 'onPlan'> {
  readonly plan: Pick<OutputOf<typeof incident.dryRun>, 'counts' | 'fingerprint'>
}

/** Of everybody, whichever page of them is shown. */
function Plan({ plan: { counts, fingerprint }, onPlan }: PlanProps): ReactNode {
  // The form that is sent lies above this list.
  useEffect(() => onPlan(fingerprint), [fingerprint, onPlan])
  return <span>{countsText(counts)}</span>
}

export function countsText({ moved, stopped, reopened, untouched, notBegun }: IncidentCounts): string {
  const parts = [
    moved > 0 && `顺延 ${moved} 人`,
    stopped > 0 && `停止计时 ${stopped} 人`,
    reopened > 0 && `可重新开放 ${reopened} 人`,
    untouched > 0 && `不受影响 ${untouched} 人`,
    notBegun > 0 && `尚未开始 ${notBegun} 人`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '该范围内没有考生' : parts.join('，')
}

const clock = (time: string | null) => formatInstant(time, 'MM-DD HH:mm:ss')

/** `moved`: what is said of a deadline that moves, where it does not move on. */
export const personColumnsOf = ({ moved }: { readonly moved?: string } = {}): TableColumnsType<IncidentPerson> => [
  { title: '考生', dataIndex: 'name', width: 84, ellipsis: true },
  { title: '部门', dataIndex: 'department', width: 110, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  {
    title: '处理',
    dataIndex: 'outcome',
    width: 112,
    render: (outcome: number) =>
      moved && outcome === incidentOutcome.moved ? (
        <ToneTag tone="warning">{moved}</ToneTag>
      ) : (
        <CodeTag codes={incidentOutcome} value={outcome} />
      ),
  },
  { title: '原截止时间', dataIndex: 'dueBefore', width: 126, render: clock },
  { title: '新截止时间', dataIndex: 'dueAfter', width: 126, render: clock },
  {
    title: '剩余',
    dataIndex: 'leftSeconds',
    width: 92,
    render: (seconds: number | null) => <Dash>{seconds === null ? null : formatDuration(seconds)}</Dash>,
  },
  { title: '说明', dataIndex: 'remark', width: 190, render: (text: string) => <Dash>{text}</Dash> },
]

const staysText = (stays: KeptIncidentPerson['stays']): string =>
  stays
    .map(
      ({ from, until }) => `${formatInstant(from, 'HH:mm:ss')}–${until === null ? '进行中' : formatInstant(until, 'HH:mm:ss')}`,
    )
    .join('、')

/** What was done, with each stop of a person's clock. */
export const keptPersonColumns: TableColumnsType<KeptIncidentPerson> = [
  ...(personColumnsOf() as TableColumnsType<KeptIncidentPerson>).slice(0, 5),
  {
    title: '停止时段',
    dataIndex: 'stays',
    width: 190,
    render: (stays: KeptIncidentPerson['stays']) => <Dash>{stays.length === 0 ? null : staysText(stays)}</Dash>,
  },
  ...(personColumnsOf() as TableColumnsType<KeptIncidentPerson>).slice(5),
]

function keepColumn(
  keptClosed: ReadonlySet<string>,
  onKeep: (attemptId: string, isKept: boolean) => void,
): TableColumnsType<IncidentPerson>[number] {
  return {
    title: '重新开放',
    key: 'reopen',
    width: 84,
    fixed: 'right',
    render: (_, { attemptId, outcome, name }) =>
      outcome === incidentOutcome.reopened && (
        <Checkbox
          aria-label={`重新开放${name}`}
          checked={!keptClosed.has(attemptId)}
          onChange={({ target }) => onKeep(attemptId, !target.checked)}
        />
      ),
  }
}
