import type { OutputOf } from '@kaopei/contract'
import { Chart, ErrorState, FocusReturn, PageSkeleton, RowActions, useCall } from '@kaopei/web'
import { Alert, Drawer, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { progress } from '../../contract/progress.ts'
import { HeatView } from './heat-view.tsx'

type Funnel = OutputOf<typeof progress.funnel>

/** How many came how far, over the whole course and task by task. */
export function FunnelView({ courseId }: { readonly courseId: string }): ReactNode {
  const asked = useCall(progress.funnel, { courseId })
  const [heated, setHeated] = useState<Funnel['tasks'][number]>()
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  if (data.isTooFew) return <Alert type="info" showIcon title="学员不足 5 人，为保护个人信息不显示统计。" />
  return (
    <>
      <div className="kp-card">
        <Chart
          title="学习漏斗"
          unit="人"
          asOf={data.asOf}
          height={220}
          option={{
            tooltip: { trigger: 'axis' },
            grid: { left: 72, right: 48, top: 8, bottom: 24 },
            xAxis: { type: 'value', minInterval: 1 },
            yAxis: { type: 'category', inverse: true, data: data.steps.map(({ label }) => label) },
            series: [
              {
                type: 'bar',
                barMaxWidth: 28,
                label: { show: true, position: 'right' },
                data: data.steps.map(({ count }) => count),
              },
            ],
          }}
          table={{
            columns: [
              { key: 'label', title: '步骤' },
              { key: 'count', title: '人数' },
            ],
            rows: data.steps.map(({ label, count }) => ({ label, count })),
          }}
        />
      </div>
      <div className="kp-card">
        <Table<Funnel['tasks'][number]>
          rowKey="taskId"
          size="small"
          dataSource={data.tasks}
          pagination={data.tasks.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          columns={[
            { title: '任务', dataIndex: 'title', ellipsis: true },
            { title: '已开始', dataIndex: 'begunCount', width: 100, align: 'right' },
            { title: '已完成', dataIndex: 'completeCount', width: 100, align: 'right' },
            {
              title: '中途离开',
              key: 'left',
              width: 100,
              align: 'right',
              render: (_value, { begunCount, completeCount }) => begunCount - completeCount,
            },
            {
              title: '操作',
              key: 'actions',
              width: 90,
              render: (_value, task) =>
                task.isCourseware &&
                task.begunCount >= 5 && (
                  <RowActions actions={[{ label: '热力图', name: `${task.title}的热力图`, run: () => setHeated(task) }]} />
                ),
            },
          ]}
        />
      </div>
      {heated && (
        <Drawer open title={`${heated.title}的热力图`} size={960} onClose={() => setHeated(undefined)}>
          <FocusReturn />
          <HeatView courseId={courseId} {...heated} />
        </Drawer>
      )}
    </>
  )
}
