import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatDuration, Loaded, useCall } from '@kaopei/web'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { practiceResults } from '../../contract/practice-results.ts'
import { PercentBar } from './percent.tsx'

type Row = OutputOf<typeof practiceResults.departments>['dataList'][number]

/** How it went by department. */
export default function DepartmentResults({ practiceId }: { readonly practiceId: string }): ReactNode {
  const asked = useCall(practiceResults.departments, { practiceId })
  return (
    <div className="kp-card">
      <Loaded of={asked}>
        {({ dataList }) => (
          <>
            <p className="kp-hint">共 {dataList.length} 个部门，只计每轮首次作答</p>
            <Table<Row>
              rowKey={({ departmentId }) => departmentId ?? 'none'}
              size="small"
              dataSource={dataList}
              pagination={dataList.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
              scroll={{ x: 680 }}
              locale={{ emptyText: <EmptyState text="还没有人练习" /> }}
              columns={[
                { title: '部门', dataIndex: 'name', ellipsis: true },
                { title: '练习人数', dataIndex: 'practisedCount', width: 100, align: 'right', className: 'kp-number' },
                { title: '作答次数', dataIndex: 'answerCount', width: 100, align: 'right', className: 'kp-number' },
                {
                  title: '正确率',
                  dataIndex: 'accuracyPercent',
                  width: 200,
                  sorter: (one, other) => (one.accuracyPercent ?? -1) - (other.accuracyPercent ?? -1),
                  render: (percent: number | null, { name }) => <PercentBar percent={percent} label={`${name}的正确率`} />,
                },
                {
                  title: '练习时长',
                  dataIndex: 'seconds',
                  width: 120,
                  align: 'right',
                  render: (seconds: number) => formatDuration(seconds),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
