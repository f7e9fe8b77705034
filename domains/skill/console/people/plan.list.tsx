import { Bones, Chart, EmptyState, FocusReturn, formatInstant, ListPage, Loaded, RowActions, useCall } from '@kaopei/web'
import { Alert, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { skillPlan } from '../../contract/person.ts'

interface Opened {
  readonly projectId: string
  readonly name: string
}

/** Projects that were made of gaps, and what became of the gaps. */
export function PlanList(): ReactNode {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>()
  return (
    <>
      <ListPage
        endpoint={skillPlan.list}
        rowKey="projectId"
        prefix="plans"
        emptyText="还没有由差距生成的培训项目，可在岗位模型、个人技能或部门报表中生成"
        columns={[
          { title: '培训项目', dataIndex: 'name', width: 280 },
          { title: '岗位', dataIndex: 'postName', width: 180 },
          { title: '人数', dataIndex: 'peopleCount', width: 80, align: 'right' },
          { title: '生成时间', dataIndex: 'createdAt', width: 160, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 160,
            fixed: 'right',
            render: (_value, row) => (
              <RowActions
                actions={[
                  { label: '前后差距', name: `前后差距 ${row.name}`, right: skillPlan.effect, run: () => setOpened(row) },
                  {
                    label: '查看项目',
                    name: `查看项目 ${row.name}`,
                    right: skillPlan.list,
                    run: () => void navigate(`/projectInfo/projectDetail?id=${row.projectId}`),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {opened && <EffectDrawer opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** A gap that is closed is a bar without height: its 0 is to be read. */
const figure = { show: true, position: 'top' }

function EffectDrawer({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }): ReactNode {
  const asked = useCall(skillPlan.effect, { projectId: opened.projectId })
  return (
    <Drawer open title={`前后差距：${opened.name}`} size={820} onClose={onClose}>
      <FocusReturn />
      <Loaded of={asked} skeleton={<Bones rows={8} />}>
        {({ rows, asOf, notes, peopleCount }) => (
          <>
            {rows === null ? (
              <Alert
                type="info"
                showIcon
                title={`您能看到的人员只有 ${peopleCount} 人，不足 5 人，为保护个人信息不显示平均差距。`}
              />
            ) : rows.every(({ bothCount }) => bothCount === 0) ? (
              <EmptyState text="项目生成后还没有人再次测量；学完课程并参加检验考试后，这里显示前后的差距" />
            ) : (
              <Chart
                title="培训前后的平均差距"
                unit="级"
                asOf={asOf}
                height={360}
                option={{
                  tooltip: { trigger: 'axis' },
                  legend: { data: ['之前', '之后'], top: 0, bottom: 'auto' },
                  grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
                  xAxis: {
                    type: 'category',
                    data: rows.map(({ skillName, bothCount }) => `${skillName}\n${bothCount} 人`),
                    axisLabel: { interval: 0, width: 96, lineHeight: 16, overflow: 'break' },
                  },
                  yAxis: { type: 'value', min: 0 },
                  series: [
                    { name: '之前', type: 'bar', label: figure, data: rows.map(({ before }) => before) },
                    {
                      ...{ name: '之后', type: 'bar', label: figure, data: rows.map(({ after }) => after) },
                      itemStyle: { decal: { symbol: 'rect' } },
                    },
                  ],
                }}
                table={{
                  columns: [
                    { key: 'skillName', title: '技能' },
                    { key: 'requiredLevel', title: '要求级别' },
                    { key: 'bothCount', title: '前后都测过的人数' },
                    { key: 'before', title: '之前差距' },
                    { key: 'after', title: '之后差距' },
                  ],
                  rows: rows.map(({ skillId: _id, ...row }) => row),
                }}
              />
            )}
            {notes.map((note) => (
              <p key={note} className="kp-hint">
                {note}
              </p>
            ))}
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
