import { CodeTag, Dash, formatInstant, ListPage, RowActions, type RowOf, useMay } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type AppointmentDetail, appointmentPeople } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus, sittingState } from '../../contract/codes.ts'
import { testResultMenu } from '../../contract/menus.ts'
import { resultPath } from '../paths.ts'
import { AddAssessed, assessedColumns, assessedFilters, ofScale, RemoveAssessed, removing } from '../people/assessed.tsx'
import { Raters } from './raters.drawer.tsx'

type Row = RowOf<typeof appointmentPeople.list>

/** Who is assessed, how far they are, and of a 360° who answers about them. */
export function People({ detail }: { readonly detail: AppointmentDetail }): ReactNode {
  const { id, mode, status } = detail
  const [person, setPerson] = useState<Row>()
  const isOver = status === appointmentStatus.closed
  const maySee = useMay(testResultMenu.rights.view)
  return (
    <>
      <ListPage
        endpoint={appointmentPeople.list}
        rowKey="staffId"
        prefix="s."
        extraInput={{ id }}
        emptyText="还没有被测人"
        filters={assessedFilters}
        columns={columnsOf({ detail, maySee, onRaters: setPerson })}
        toolbar={<AddAssessed of={ofScale} id={id} isOver={isOver} />}
        batchActions={({ rows, clear }: { rows: readonly Row[]; clear: () => void }) => (
          <RemoveAssessed of={ofScale} id={id} rows={rows} onDone={clear} />
        )}
      />
      {mode === appointmentMode.round && person && (
        <Raters detail={detail} person={person} onClose={() => setPerson(undefined)} />
      )}
    </>
  )
}

interface Columns {
  readonly detail: AppointmentDetail
  readonly maySee: boolean
  readonly onRaters: (row: Row) => void
}

function columnsOf({ detail, maySee, onRaters }: Columns): TableColumnsType<Row> {
  const isRound = detail.mode === appointmentMode.round
  return [
    ...assessedColumns<Row>(),
    {
      ...{ title: isRound ? '自评' : '状态', dataIndex: 'state', width: 90 },
      render: (state: number) => <CodeTag codes={sittingState} value={state} />,
    },
    ...(isRound
      ? [
          {
            ...{ title: '评价人', key: 'raters', width: 170 },
            render: (_: unknown, row: Row) =>
              `${row.raterSubmittedCount} / ${row.raterCount} 已提交${row.raterWithdrawnCount > 0 ? `，${row.raterWithdrawnCount} 人退出` : ''}`,
          },
        ]
      : [
          {
            ...{ title: '提交时间', dataIndex: 'submittedTime', width: 150 },
            render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
          },
        ]),
    {
      ...{ title: '结果', dataIndex: 'evaluationResultId', width: 90 },
      render: (resultId: string | null) =>
        resultId && maySee ? <Link to={resultPath(resultId)}>查看报告</Link> : <Dash>{resultId && '已出'}</Dash>,
    },
    {
      ...{ title: '操作', key: 'actions', width: 130, fixed: 'right' as const },
      render: (_: unknown, row: Row) => (
        <RowActions
          actions={[
            isRound && {
              label: '评价人',
              name: `${row.name}的评价人`,
              right: appointmentPeople.raters,
              run: () => onRaters(row),
            },
            removing({ of: ofScale, id: detail.id }, row),
          ]}
        />
      ),
    },
  ]
}
