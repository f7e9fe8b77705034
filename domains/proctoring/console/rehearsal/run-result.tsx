import type { RowOf } from '@kaopei/web'
import { Alert, Descriptions, Table } from 'antd'
import type { ReactNode } from 'react'
import { type CallKind, callKinds, callLabels, type Measured, type rehearsal, type Timing } from '../../contract/rehearsal/run.ts'

type Row = RowOf<typeof rehearsal.list>

/** What a run came to, with everything that was measured. */
export function RunResult({ row: { verdict, reason } }: { readonly row: Row }): ReactNode {
  if (!verdict) return <p className="kp-hint">{reason}</p>
  const { isEnough, text, limit, measured } = verdict
  return (
    <>
      <Alert
        type={isEnough ? 'success' : 'error'}
        showIcon
        title={text}
        description={`瓶颈：${limit}`}
        style={{ marginBottom: 12 }}
      />
      <Timings calls={measured.calls} />
      <Server measured={measured} />
      {measured.troubles.length > 0 && (
        <ul className="kp-rehearsal-problems">
          {measured.troubles.map(({ text: trouble, count }) => (
            <li key={trouble}>{`${trouble}：${count} 次`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Timings({ calls }: { readonly calls: Measured['calls'] }): ReactNode {
  const rows = callKinds.map((kind) => ({ kind, ...calls[kind] }))
  const number = (title: string, dataIndex: keyof Timing) => ({ title, dataIndex, width: 110, align: 'right' as const })
  return (
    <Table
      className="kp-rehearsal-timings"
      rowKey="kind"
      size="small"
      pagination={false}
      scroll={{ x: 680 }}
      dataSource={rows}
      columns={[
        { title: '请求', dataIndex: 'kind', width: 120, render: (kind: CallKind) => callLabels[kind] },
        number('次数', 'count'),
        number('出错', 'errors'),
        number('p50（毫秒）', 'p50'),
        number('p95（毫秒）', 'p95'),
        number('p99（毫秒）', 'p99'),
      ]}
    />
  )
}

function Server({ measured }: { readonly measured: Measured }): ReactNode {
  const { highestLoad, loopMs, poolMs, databaseMs, ownLoopMs } = measured
  const of = (milliseconds: number | null) => (milliseconds === null ? '-' : `${milliseconds} 毫秒`)
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2, lg: 5 }}
      style={{ marginTop: 12 }}
      items={[
        { key: 'load', label: '服务器负载最高', children: `${highestLoad} / 10` },
        { key: 'loop', label: '事件循环最长延迟', children: of(loopMs) },
        { key: 'pool', label: '等待数据库连接', children: of(poolMs) },
        { key: 'database', label: '数据库应答', children: of(databaseMs) },
        { key: 'own', label: '演练进程延迟', children: of(ownLoopMs) },
      ]}
    />
  )
}
