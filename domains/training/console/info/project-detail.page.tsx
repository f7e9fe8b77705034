import { Chart, formatInstant, formatNumber, Loaded, RichText, useCall } from '@kaopei/web'
import { Alert, Descriptions, Skeleton, Statistic } from 'antd'
import type { ReactNode } from 'react'
import { projectProgress } from '../../contract/progress.ts'
import type { ProjectDetail } from '../wizard/frame.tsx'
import { ProjectInfo } from './frame.tsx'
import { StageLine } from './stage-line.tsx'
import { StuckTasks } from './stuck-tasks.tsx'

/** /projectInfo/projectDetail: what the project is, how far its people are, where they are stuck. */
export default function ProjectDetailPage(): ReactNode {
  return <ProjectInfo page="detail">{(detail) => <Overview detail={detail} />}</ProjectInfo>
}

function Overview({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const asked = useCall(projectProgress.overview, { projectId: detail.id })
  return (
    <>
      <div className="kp-card">
        <Facts detail={detail} />
      </div>
      <Loaded
        of={asked}
        skeleton={
          <div className="kp-card">
            <Skeleton active paragraph={{ rows: 7 }} />
          </div>
        }
      >
        {(data) => (
          <>
            <section className="kp-card" aria-label="学员与进度">
              {data.isUnderWay && (
                <Alert
                  type="info"
                  showIcon
                  className="kp-training-alert"
                  title="任务有修改，学员的进度正在重新计算，稍后刷新查看。"
                />
              )}
              <div className="kp-training-figures">
                {figuresOf(data).map(({ title, value, suffix }) => (
                  <Statistic
                    key={title}
                    title={title}
                    value={value}
                    suffix={suffix && <small className="kp-hint">{suffix}</small>}
                    styles={{ content: { fontSize: 20 } }}
                  />
                ))}
              </div>
            </section>
            <section className="kp-card" aria-labelledby="kp-training-line">
              <h2 id="kp-training-line" className="kp-training-section">
                阶段与学员 <span className="kp-hint">截至 {formatInstant(data.asOf)}</span>
              </h2>
              <StageLine projectId={detail.id} overview={data} />
            </section>
          </>
        )}
      </Loaded>
      <Funnel projectId={detail.id} />
      <StuckTasks projectId={detail.id} />
    </>
  )
}

interface Figures {
  readonly staffCount: number
  readonly notBegunCount: number
  readonly underWayCount: number
  readonly completeCount: number
  readonly exemptedCount: number
  readonly overdueCount: number
  readonly averagePercent: number | null
}

function figuresOf(data: Figures): { title: string; value: string; suffix?: string }[] {
  return [
    { title: '学员', value: formatNumber(data.staffCount) },
    { title: '未开始', value: formatNumber(data.notBegunCount) },
    { title: '进行中', value: formatNumber(data.underWayCount) },
    {
      title: '已完成',
      value: formatNumber(data.completeCount),
      ...(data.exemptedCount > 0 && { suffix: `（含免修 ${formatNumber(data.exemptedCount)} 人）` }),
    },
    { title: '有逾期', value: formatNumber(data.overdueCount) },
    { title: '平均进度', value: data.averagePercent === null ? '-' : `${data.averagePercent}%` },
  ]
}

function Facts({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const { beginTime, endTime, endedTime, archiveTime } = detail
  const facts = [
    {
      label: '项目时间',
      value:
        beginTime === null && endTime === null
          ? '长期有效'
          : `${beginTime === null ? '上架后' : formatInstant(beginTime)} 起，${endTime === null ? '长期有效' : `${formatInstant(endTime)} 止`}`,
    },
    { label: '分类', value: detail.categoryName ?? '未分类' },
    { label: '阶段 / 任务', value: `${detail.stageCount} / ${detail.taskCount}` },
    { label: '创建人', value: detail.creatorName ?? '-' },
    { label: '上架时间', value: formatInstant(detail.shelfTime) },
    ...(endedTime === null
      ? []
      : [{ label: '结束时间', value: `${formatInstant(endedTime)}（${detail.endedByName ?? '到期自动结束'}）` }]),
    ...(archiveTime === null ? [] : [{ label: '归档时间', value: formatInstant(archiveTime) }]),
  ]
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
      />
      {detail.information && (
        <div className="kp-training-about">
          <RichText html={detail.information} />
        </div>
      )}
    </>
  )
}

function Funnel({ projectId }: { readonly projectId: string }): ReactNode {
  const asked = useCall(projectProgress.funnel, { projectId })
  return (
    <div className="kp-card">
      <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 5 }} />}>
        {({ isTooFew, asOf, steps, stages }) => {
          if (isTooFew) return <Alert type="info" showIcon title="学员不足 5 人，为保护个人信息不显示漏斗。" />
          const rows = [
            ...steps,
            ...stages.map(({ title, completeCount }) => ({ label: `完成“${title}”`, count: completeCount })),
          ]
          return (
            <Chart
              title="进度漏斗"
              unit="人"
              asOf={asOf}
              height={Math.max(180, 40 * rows.length + 40)}
              option={{
                tooltip: { trigger: 'axis' },
                grid: { left: 8, right: 56, top: 8, bottom: 8, containLabel: true },
                xAxis: { type: 'value', minInterval: 1 },
                yAxis: {
                  type: 'category',
                  inverse: true,
                  data: rows.map(({ label }) => label),
                  axisLabel: { width: 180, overflow: 'truncate' },
                },
                series: [
                  {
                    type: 'bar',
                    barMaxWidth: 24,
                    label: { show: true, position: 'right' },
                    data: rows.map(({ count }) => count),
                  },
                ],
              }}
              table={{
                columns: [
                  { key: 'label', title: '步骤' },
                  { key: 'count', title: '人数' },
                ],
                rows,
              }}
            />
          )
        }}
      </Loaded>
    </div>
  )
}
