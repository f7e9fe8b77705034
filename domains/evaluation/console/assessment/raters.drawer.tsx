import { StaffPicker } from '@kaopei/org/parts'
import { inAWeek, ShareDrawer, useLinkMaker } from '@kaopei/share/parts'
import {
  CodeTag,
  calling,
  Dash,
  EmptyState,
  FocusReturn,
  formatInstant,
  formFor,
  InstantInput,
  Loaded,
  RightButton,
  RowActions,
  type RowOf,
  useAction,
  useCall,
} from '@kaopei/web'
import { Alert, Drawer, Input, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { type AppointmentDetail, appointmentPeople } from '../../contract/appointment.ts'
import { appointmentStatus, raterRole, sittingState } from '../../contract/codes.ts'

type Person = Pick<RowOf<typeof appointmentPeople.list>, 'staffId' | 'name'>
type OtherRole = 2 | 3 | 4
const roles = raterRole.options.filter(({ value }) => value !== raterRole.self)
const making = formFor(appointmentPeople.addLink)
const refreshes = [appointmentPeople.raters, appointmentPeople.list]

interface RatersProps {
  readonly detail: AppointmentDetail
  readonly person: Person
  readonly onClose: () => void
}

/** Who answers about one person. What they answered is nobody's to see. */
export function Raters({ detail, person, onClose }: RatersProps): ReactNode {
  const { id, status } = detail
  const { staffId, name } = person
  const asked = useCall(appointmentPeople.raters, { id, staffId })
  const [role, setRole] = useState<OtherRole>(raterRole.peer)
  const [isAdding, setAdding] = useState(false)
  const [renewed, setRenewed] = useState<{ readonly url: string; readonly name: string }>()
  const add = useAction(appointmentPeople.addRaters, { successText: '添加成功', refreshes })
  const isOver = status === appointmentStatus.closed
  const [initialValues] = useState(() => ({
    id,
    staffId,
    role: raterRole.peer,
    name: '',
    expiresAt: detail.endTime ?? inAWeek(),
  }))
  const maker = useLinkMaker({
    ...{
      endpoint: appointmentPeople.addLink,
      form: making,
      button: '链接评价人',
      title: '添加链接评价人',
      successText: '评价链接已创建',
    },
    initialValues,
    nameOf: (values) => values.name,
    onMade: () => void asked.refetch(),
    children: (
      <>
        <making.Field name="name" label="评价人姓名" extra="没有账号的人，例如客户。链接只能在一台设备上打开，转发无效。">
          <Input maxLength={50} />
        </making.Field>
        <making.Field name="role" label="角色">
          <Select options={roles} />
        </making.Field>
        <making.Field name="expiresAt" label="有效期至">
          <InstantInput />
        </making.Field>
      </>
    ),
  })
  return (
    <Drawer open size={720} title={`${name}的评价人`} onClose={onClose}>
      <FocusReturn />
      <Alert
        type="info"
        showIcon
        className="kp-ev-notice"
        title="每组满三人提交才出现在报告里；评价人可以在结束前退出，退出的不计入。谁答了什么，任何人都看不到。"
      />
      <div className="kp-ev-tools">
        <Select<OtherRole> aria-label="角色" value={role} options={roles} onChange={setRole} />
        <RightButton right={appointmentPeople.addRaters} type="primary" disabled={isOver} onClick={() => setAdding(true)}>
          添加评价人
        </RightButton>
        {!isOver && maker.button}
      </div>
      <Loaded of={asked}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="还没有评价人" />
          ) : (
            <Table
              rowKey="id"
              size="small"
              pagination={false}
              dataSource={[...rows]}
              columns={[
                {
                  title: '角色',
                  dataIndex: 'role',
                  width: 80,
                  render: (value: number) => <CodeTag codes={raterRole} value={value} />,
                },
                { title: '姓名', dataIndex: 'name', width: 130, ellipsis: true },
                {
                  title: '方式',
                  dataIndex: 'isAccount',
                  width: 80,
                  render: (isAccount: boolean) => (isAccount ? '账号' : '链接'),
                },
                {
                  title: '状态',
                  dataIndex: 'state',
                  width: 90,
                  render: (state: number) => <CodeTag codes={sittingState} value={state} />,
                },
                {
                  title: '链接有效期至',
                  dataIndex: 'linkExpiresAt',
                  width: 150,
                  render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
                },
                {
                  ...{ title: '操作', key: 'actions', width: 130 },
                  render: (_, row) =>
                    row.role !== raterRole.self &&
                    !isOver && (
                      <RowActions
                        actions={[
                          !row.isAccount &&
                            row.state !== sittingState.submitted &&
                            row.state !== sittingState.withdrawn &&
                            calling(appointmentPeople.renewLink, {
                              label: '换链接',
                              name: `更换${row.name}的链接`,
                              input: { raterId: row.id, expiresAt: initialValues.expiresAt },
                              confirm: '原来的链接立即失效，已保存的答案保留。确定更换吗？',
                              successText: '',
                              refreshes,
                              onDone: ({ url }) => setRenewed({ url, name: row.name }),
                            }),
                          row.state === sittingState.open &&
                            calling(appointmentPeople.removeRater, {
                              label: '移除',
                              name: `移除${row.name}`,
                              isDangerous: true,
                              input: { raterId: row.id },
                              confirm: `确定移除评价人“${row.name}”吗？`,
                              refreshes,
                            }),
                        ]}
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {maker.drawers}
      {renewed && <ShareDrawer open originUrl={renewed.url} title={renewed.name} onClose={() => setRenewed(undefined)} />}
      <StaffPicker
        open={isAdding}
        title={`添加${raterRole.label(role)}`}
        lockedIds={[staffId]}
        onClose={() => setAdding(false)}
        onConfirm={async (people) =>
          (await add.run({ id, staffId, role, raterStaffIds: people.map((one) => one.id).filter((one) => one !== staffId) })).ok
        }
      />
    </Drawer>
  )
}
