/** What the lists of who is assessed have in common, of a scale and of a post. */
import { doneExcept } from '@kaopei/org/contract/left-out'
import { departmentFilter, StaffPicker } from '@kaopei/org/parts'
import { type Acting, ActionButton, calling, Dash, RightButton, useAction } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { appointment, appointmentPeople } from '../../contract/appointment.ts'
import { postAssessment, postPeople } from '../../contract/post.ts'

/** The calls of one kind, and who stays whatever one does. */
export const ofScale = { ...appointmentPeople, head: appointment.get, staying: '已有人作答的' } as const
export const ofPost = { ...postPeople, head: postAssessment.get, staying: '已开始的人' } as const
type Kind = typeof ofScale | typeof ofPost

interface Person {
  readonly staffId: string
  readonly name: string
  readonly loginAccount: string
  readonly jobNumber: string | null
  readonly department: string | null
}

export const assessedFilters = [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' } as const,
  departmentFilter,
]

/** Who they are. */
export function assessedColumns<Row extends Person>(): TableColumnsType<Row> {
  const text = (title: string, dataIndex: keyof Person, width: number) => ({
    ...{ title, dataIndex, width, ellipsis: true },
    render: (value: string | null) => <Dash>{value}</Dash>,
  })
  return [
    text('姓名', 'name', 110),
    text('账号', 'loginAccount', 130),
    text('工号', 'jobNumber', 100),
    text('部门', 'department', 160),
  ]
}

interface OfOne {
  readonly of: Kind
  readonly id: string
}

/** Above the list: whom else to assess. */
export function AddAssessed({ of, id, isOver }: OfOne & { readonly isOver: boolean }): ReactNode {
  const [isAdding, setAdding] = useState(false)
  const add = useAction(of.add, { successText: doneExcept('添加成功'), refreshes: [of.head] })
  return (
    <>
      <RightButton right={of.add} type="primary" disabled={isOver} onClick={() => setAdding(true)}>
        添加被测人
      </RightButton>
      <StaffPicker
        open={isAdding}
        title="添加被测人"
        onClose={() => setAdding(false)}
        onConfirm={async (people) => (await add.run({ id, staffIds: people.map((one) => one.id) })).ok}
      />
    </>
  )
}

const question = (whom: string, staying: string) => ({
  ...{ title: '移出被测人', content: `确定移出${whom}吗？${staying}不会移出。` },
  isDangerous: true,
})

/** Of those who are chosen. */
export function RemoveAssessed({
  of,
  id,
  rows,
  onDone,
}: OfOne & { readonly rows: readonly Person[]; readonly onDone: () => void }): ReactNode {
  return (
    <ActionButton
      size="small"
      danger
      endpoint={of.remove}
      input={{ id, staffIds: rows.map(({ staffId }) => staffId) }}
      confirm={question(`所选 ${rows.length} 人`, of.staying)}
      successText={doneExcept('移出成功')}
      refreshes={[of.head]}
      onDone={onDone}
    >
      移出
    </ActionButton>
  )
}

/** Of one row. */
export const removing = ({ of, id }: OfOne, { staffId, name }: Person): Acting =>
  calling(of.remove, {
    ...{ label: '移出', name: `移出${name}`, isDangerous: true },
    input: { id, staffIds: [staffId] },
    confirm: question(`“${name}”`, of.staying),
    successText: doneExcept('移出成功'),
    refreshes: [of.head],
  })
