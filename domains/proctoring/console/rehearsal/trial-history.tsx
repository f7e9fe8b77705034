import { CodeTag, formatInstant, ListPage, type RowOf, ToneTag } from '@kaopei/web'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'
import { type TrialCheck, type TrialStanding, trial } from '../../contract/rehearsal/trial.ts'

export interface HistoryProps {
  readonly examId: string
  readonly row: { readonly staffId: string; readonly name: string }
  readonly onClose: () => void
}

type Row = RowOf<typeof trial.history>
const words = { good: '通过', warn: '注意', bad: '未通过' } as const
const tones = { good: 'success', warn: 'warning', bad: 'danger' } as const

/** Each try of one candidate, the newest first, with all that was looked at. */
export default function TrialHistory({ examId, row: { staffId, name }, onClose }: HistoryProps): ReactNode {
  return (
    <Drawer open title={`设备测试记录：${name}`} size={720} onClose={onClose} destroyOnHidden>
      <ListPage
        endpoint={trial.history}
        rowKey="id"
        stateIn="memory"
        extraInput={{ examinationId: examId, staffId }}
        emptyText="还没有测试过"
        columns={[
          { title: '测试时间', dataIndex: 'time', width: 150, render: (time: string | null) => formatInstant(time) },
          { title: '设备', dataIndex: 'deviceName', width: 180, ellipsis: true },
          {
            title: '结果',
            dataIndex: 'state',
            width: 190,
            render: (state: TrialStanding, { isOutdated }: Row) => (
              <>
                <CodeTag codes={trialStanding} value={state} />
                {isOutdated && <ToneTag tone="warning">考试要求已变更</ToneTag>}
              </>
            ),
          },
        ]}
        expandable={{
          defaultExpandAllRows: true,
          expandedRowRender: ({ checks }) => <Checks checks={checks} />,
        }}
      />
    </Drawer>
  )
}

function Checks({ checks }: { readonly checks: readonly TrialCheck[] }): ReactNode {
  return (
    <ul className="kp-rehearsal-problems">
      {checks.map(({ item, state, text }) => (
        <li key={item}>
          <ToneTag tone={tones[state]}>{words[state]}</ToneTag>
          {`${trialItem.label(item)}：${text}`}
        </li>
      ))}
    </ul>
  )
}
