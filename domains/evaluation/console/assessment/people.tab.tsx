import { departmentFilter, StaffPicker } from '@kaopei/org/parts'
import {
  ActionButton,
  CodeTag,
  calling,
  Dash,
  formatInstant,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  useAction,
  useMay,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type AppointmentDetail, appointment, appointmentPeople } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus, sittingState } from '../../contract/codes.ts'
import { testResultMenu } from '../../contract/menus.ts'
import { resultPath } from '../paths.ts'
import { Raters } from './raters.drawer.tsx'

type Row = RowOf<typeof appointmentPeople.list>

/** Who is assessed, how far they are, and of a 360° who answers about them. */
export function People({ detail }: { readonly detail: AppointmentDetail }): ReactNode {
  const { id, mode, status } = detail
  const [person, setPerson] = useState<Row>()
  const [isAdding, setAdding] = useState(false)
  const add = useAction(appointmentPeople.add, { successText: '添加成功', refreshes: [appointment.get] })
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
        filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }, departmentFilter]}
        columns={columnsOf({ detail, maySee, onRaters: setPerson })}
        toolbar={
          <RightButton right={appointmentPeople.add} type="primary" disabled={isOver} onClick={() => setAdding(true)}>
            添加被测人
          </RightButton>
        }
        batchActions={({ rows, clear }: { rows: readonly Row[]; clear: () => void }) => (
          <ActionButton
            size="small"
            danger
            endpoint={appointmentPeople.remove}
            input={{ id, staffIds: rows.map(({ staffId }) => staffId) }}
            confirm={{
              title: '移出被测人',
              content: `确定移出所选 ${rows.length} 人吗？已有人作答的不会移出。`,
              isDangerous: true,
            }}
            successText="移出成功"
            refreshes={[appointment.get]}
            onDone={clear}
          >
            移出
          </ActionButton>
        )}
      />
      <StaffPicker
        open={isAdding}
        title="添加被测人"
        onClose={() => setAdding(false)}
        onConfirm={async (people) => (await add.run({ id, staffIds: people.map((one) => one.id) })).ok}
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
  const text = (title: string, dataIndex: keyof Row, width: number) => ({
    ...{ title, dataIndex, width, ellipsis: true },
    render: (value: string | null) => <Dash>{value}</Dash>,
  })
  const isRound = detail.mode === appointmentMode.round
  return [
    text('姓名', 'name', 110),
    text('账号', 'loginAccount', 130),
    text('工号', 'jobNumber', 100),
    text('部门', 'department', 160),
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
            calling(appointmentPeople.remove, {
              label: '移出',
              name: `移出${row.name}`,
              isDangerous: true,
              input: { id: detail.id, staffIds: [row.staffId] },
              confirm: { title: '移出被测人', content: `确定移出“${row.name}”吗？已有人作答的不会移出。`, isDangerous: true },
              successText: '移出成功',
              refreshes: [appointment.get],
            }),
          ]}
        />
      ),
    },
  ]
}
