import { ActionButton, Chart, Dash, EmptyState, formatInstant, Loaded, PageHeader, useAddress, useCall } from '@kaopei/web'
import { isApiError } from '@kaopei/web/client'
import { Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { appointmentMode } from '../../contract/codes.ts'
import { resultErrors } from '../../contract/errors.ts'
import { scaleStatistics } from '../../contract/result.ts'
import { scale } from '../../contract/scale.ts'
import '../evaluation.css'
import { ScaleSelect } from '../scale-select.tsx'

/** /application/testCenter/evaluationLibraryResult?scaleId=…: what the company's own answers say of a scale. */
export default function StatisticsPage(): ReactNode {
  const [params, setParams] = useAddress()
  const scaleId = params.get('scaleId')
  return (
    <>
      <PageHeader title="量表统计" description="信度和分布由本企业的作答计算，每个数字旁注明人数。" />
      <section className="kp-card kp-ev-tools kp-ev-scale" aria-label="量表">
        <ScaleSelect
          label="量表"
          isWithdrawnToo
          placeholder="选择量表"
          value={scaleId}
          onChange={(id) => setParams({ ...(id && { scaleId: id }) })}
        />
      </section>
      {scaleId ? <Figures key={scaleId} scaleId={scaleId} /> : <EmptyState text="请选择一份已发布的量表" />}
    </>
  )
}

function Figures({ scaleId }: { readonly scaleId: string }): ReactNode {
  const [wished, setWished] = useState<number>()
  const mode = appointmentMode.schema.safeParse(wished).data
  const asked = useCall(scaleStatistics.get, { scaleId, ...(mode && { mode }) }, { keepPrevious: true })
  const { error } = asked
  // Nothing has failed: there is nothing to show yet.
  if (isApiError(error) && error.code === resultErrors.tooFew.code) return <EmptyState text={error.message} />
  return (
    <Loaded of={asked}>
      {(found) => (
        <div className="kp-ev-report">
          <section className="kp-card" aria-label="各维度">
            <div className="kp-ev-tools">
              <strong>
                {found.scaleName}，第 {found.versionNumber} 版，{found.personCount} 人
              </strong>
              <span className="kp-hint">
                {found.norm
                  ? `${found.norm.name}，n=${found.norm.n}，${found.norm.date}`
                  : '还没有企业常模（满 100 人后自动冻结）'}
                ；截至 {formatInstant(found.asOf)}
              </span>
              {(found.hasOther || wished !== undefined) && (
                <Select aria-label="作答方式" options={[...appointmentMode.options]} value={found.mode} onChange={setWished} />
              )}
              <ActionButton
                endpoint={scale.freezeNorm}
                input={{ id: scaleId, mode: found.mode }}
                confirm="以到目前为止同一作答方式的全部结果重新冻结企业常模；之后的报告与新常模比较，已出具的报告不变。确定吗？"
                successText="已冻结"
                refreshes={[scaleStatistics.get]}
              >
                冻结常模
              </ActionButton>
            </div>
            <Table
              rowKey="dimensionId"
              size="small"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={found.dimensions}
              columns={[
                { title: '维度', dataIndex: 'name', width: 160 },
                { title: '题数', dataIndex: 'itemCount', align: 'right' },
                { title: '人数 n', dataIndex: 'n', align: 'right' },
                { title: '均值', dataIndex: 'mean', align: 'right', render: (value: number | null) => <Dash>{value}</Dash> },
                { title: '标准差', dataIndex: 'sd', align: 'right', render: (value: number | null) => <Dash>{value}</Dash> },
                { title: 'α', dataIndex: 'alpha', align: 'right', render: (value: number | null) => <Dash>{value}</Dash> },
                { title: 'α 的 n（答全的答卷）', dataIndex: 'alphaN', align: 'right' },
              ]}
            />
          </section>
          {found.dimensions.map(({ dimensionId, name, n, bins }) => (
            <section key={dimensionId} className="kp-card" aria-label={name}>
              <Chart
                title={`${name}的分布（n=${n}）`}
                unit="人"
                asOf={found.asOf}
                height={220}
                option={{
                  tooltip: {},
                  xAxis: { type: 'category', data: bins.map(({ from, to }) => `${from}–${to}`) },
                  yAxis: { type: 'value', minInterval: 1 },
                  series: [{ type: 'bar', data: bins.map(({ count }) => count) }],
                }}
                table={{
                  columns: [
                    { key: 'range', title: '原始分' },
                    { key: 'count', title: '人数' },
                  ],
                  rows: bins.map(({ from, to, count }) => ({ range: `${from}–${to}`, count })),
                }}
              />
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}
