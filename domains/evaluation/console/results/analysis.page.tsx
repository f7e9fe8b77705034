import { ExportButton } from '@kaopei/jobs/parts'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { Chart, Dash, FoundSelect, formatInstant, Loaded, ReportShell, useAddress, useCall } from '@kaopei/web'
import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { departmentAnalysis, leastOfDepartment } from '../../contract/result.ts'
import { drawnDepartments } from './drawn-departments.ts'
import { useFinished } from './finished-select.tsx'
import '../evaluation.css'

interface Wish {
  readonly appointmentId: string
  readonly departmentId?: string
}

/** /application/testCenter/evaluationReport: one appointment by department. */
export default function AnalysisPage(): ReactNode {
  const [params, setParams] = useAddress()
  const shown = wishOf(params)
  const [appointmentId, setAppointment] = useState<string | undefined>(shown?.appointmentId)
  const [departmentId, setDepartment] = useState<string | undefined>(shown?.departmentId)
  const asked = useCall(departmentAnalysis.get, shown ?? { appointmentId: '' }, { enabled: shown !== undefined })
  return (
    <ReportShell
      title="测评分析"
      header={{ description: `按部门汇总一次测评的均分；不足 ${leastOfDepartment} 人的部门不显示，也不计入合计。` }}
      prompt="请选择一次有结果的测评，点击“查询”查看"
      onQuery={() => {
        if (appointmentId) setParams({ appointmentId, ...(departmentId && { departmentId }) })
      }}
      onReset={() => {
        setAppointment(undefined)
        setDepartment(undefined)
        setParams({})
      }}
      conditions={
        <>
          <div className="kp-filter kp-range">
            <span>测评</span>
            <FoundSelect
              label="测评"
              placeholder="请选择测评"
              value={appointmentId ?? null}
              former={shown && asked.data && { id: shown.appointmentId, name: asked.data.appointmentName }}
              emptyText="没有已完成的测评"
              useFound={useFinished}
              onChange={setAppointment}
            />
          </div>
          <div className="kp-filter">
            <span>部门</span>
            <DepartmentTreeSelect label="部门" value={departmentId} onChange={setDepartment} placeholder="全部部门" />
          </div>
        </>
      }
    >
      {shown && <Figures wish={shown} />}
    </ReportShell>
  )
}

function wishOf(params: URLSearchParams): Wish | undefined {
  const [appointmentId, departmentId] = [params.get('appointmentId'), params.get('departmentId')]
  return appointmentId ? { appointmentId, ...(departmentId && { departmentId }) } : undefined
}

function Figures({ wish }: { readonly wish: Wish }): ReactNode {
  const asked = useCall(departmentAnalysis.get, wish)
  return (
    <Loaded of={asked}>
      {({ appointmentName, scaleName, dimensions, rows, total, asOf }) => {
        const { title, drawn } = drawnDepartments(rows)
        return (
          <div className="kp-ev-report">
            <div className="kp-ev-tools">
              <strong>
                {appointmentName}：{scaleName}
              </strong>
              <span className="kp-hint">均分，截至 {formatInstant(asOf)}</span>
              <ExportButton
                right={departmentAnalysis.export}
                title="导出"
                ask={(run) => run(departmentAnalysis.export, wish, { successText: '' })}
              />
            </div>
            {drawn.length > 0 && (
              <Chart
                title={title}
                unit="均分"
                asOf={asOf}
                height={320}
                option={{
                  tooltip: {},
                  legend: { bottom: 0 },
                  xAxis: { type: 'category', data: dimensions.map(({ name }) => name) },
                  yAxis: { type: 'value', min: Math.min(0, ...dimensions.map(({ min }) => min)) },
                  series: drawn.map(({ departmentName, n, means }) => ({
                    type: 'bar',
                    name: `${departmentName}（${n} 人）`,
                    data: means,
                  })),
                }}
                table={{
                  columns: [
                    { key: 'name', title: '部门' },
                    { key: 'n', title: '人数' },
                    ...dimensions.map(({ id, name }) => ({ key: id, title: name })),
                  ],
                  rows: drawn.map(({ departmentName, n, means }) => ({
                    ...{ name: departmentName, n },
                    ...Object.fromEntries(dimensions.map(({ id }, at) => [id, means[at] ?? null])),
                  })),
                }}
              />
            )}
            <Table
              rowKey={(row) => row.departmentId ?? ''}
              size="small"
              scroll={{ x: 'max-content' }}
              pagination={{ pageSize: 50, hideOnSinglePage: true }}
              dataSource={[...rows]}
              columns={[
                { title: '部门', dataIndex: 'departmentName', width: 220 },
                { title: '人数', dataIndex: 'n', width: 80, align: 'right' },
                ...dimensions.map(({ id, name }, at) => ({
                  ...{ title: name, key: id, align: 'right' as const },
                  render: (_: unknown, { means, n }: (typeof rows)[number]) =>
                    n < leastOfDepartment ? '人数太少' : <Dash>{means[at]}</Dash>,
                })),
              ]}
              summary={() => (
                <Table.Summary.Row>
                  <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
                  <Table.Summary.Cell index={1} align="right">
                    {total.n}
                  </Table.Summary.Cell>
                  {total.means.map((mean, at) => (
                    <Table.Summary.Cell key={dimensions[at]?.id} index={at + 2} align="right">
                      <Dash>{mean}</Dash>
                    </Table.Summary.Cell>
                  ))}
                </Table.Summary.Row>
              )}
            />
          </div>
        )
      }}
    </Loaded>
  )
}
