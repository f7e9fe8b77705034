import type { OutputOf } from '@kaopei/contract'
import { EmptyState, Loaded, useCall } from '@kaopei/web'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { practiceResults } from '../../contract/practice-results.ts'
import { PercentBar } from './percent.tsx'

type Row = OutputOf<typeof practiceResults.points>['dataList'][number]

/** How it went by knowledge point, the weakest first. */
export default function PointResults({ practiceId }: { readonly practiceId: string }): ReactNode {
  const asked = useCall(practiceResults.points, { practiceId })
  return (
    <div className="kp-card">
      <Loaded of={asked}>
        {({ dataList }) => (
          <>
            <p className="kp-hint">共 {dataList.length} 个知识点，只计每轮首次作答</p>
            <Table<Row>
              rowKey="knowledgePointId"
              size="small"
              dataSource={dataList}
              pagination={dataList.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
              scroll={{ x: 680 }}
              locale={{ emptyText: <EmptyState text="还没有作答，或试题没有标注知识点" /> }}
              columns={[
                { title: '知识点', dataIndex: 'name', ellipsis: true },
                { title: '题数', dataIndex: 'questionCount', width: 90, align: 'right', className: 'kp-number' },
                { title: '人数', dataIndex: 'peopleCount', width: 90, align: 'right', className: 'kp-number' },
                { title: '作答次数', dataIndex: 'answerCount', width: 100, align: 'right', className: 'kp-number' },
                {
                  title: '正确率',
                  dataIndex: 'accuracyPercent',
                  width: 200,
                  defaultSortOrder: 'ascend',
                  sorter: (one, other) => (one.accuracyPercent ?? 101) - (other.accuracyPercent ?? 101),
                  render: (percent: number | null, { name }) => <PercentBar percent={percent} label={`${name}的正确率`} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
