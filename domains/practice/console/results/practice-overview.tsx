import { Chart, formatDuration, formatInstant, formatNumber, Loaded, useCall, useMay } from '@kaopei/web'
import { Descriptions, Skeleton, Statistic } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { participationMode } from '../../contract/codes.ts'
import { practiceResults } from '../../contract/practice-results.ts'
import { detailPath } from '../paths.ts'
import type { PracticeDetail } from '../wizard/frame.tsx'

/** What the practice is, how many came, and how much is practised day by day. */
export function PracticeOverview({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const mayLook = useMay(practiceResults.summary)
  return (
    <>
      <div className="kp-card">
        <Facts detail={detail} />
      </div>
      {mayLook && <Figures practiceId={detail.id} />}
    </>
  )
}

function Facts({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const facts = [
    {
      label: '练习时间',
      value: `${detail.startTime === null ? '发布后' : formatInstant(detail.startTime)} ~ ${detail.endTime === null ? '长期有效' : formatInstant(detail.endTime)}`,
    },
    { label: '题数', value: `${detail.questionCount} 题` },
    { label: '参与方式', value: participationMode.label(detail.participationMode) },
    { label: '重复练习', value: detail.permitRepeatPractice ? '允许' : '不允许' },
    { label: '来源考试', value: detail.examinationList.map(({ name }) => name).join('、') || '-' },
    { label: '创建人', value: detail.creatorName || '-' },
    { label: '发布时间', value: formatInstant(detail.publishTime) },
    ...(detail.endedTime === null ? [] : [{ label: '手动结束时间', value: formatInstant(detail.endedTime) }]),
  ]
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2, lg: 3, xl: 4 }}
      items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
    />
  )
}

function Figures({ practiceId }: { readonly practiceId: string }): ReactNode {
  const asked = useCall(practiceResults.summary, { practiceId })
  return (
    <Loaded
      of={asked}
      skeleton={
        <div className="kp-card">
          <Skeleton active paragraph={{ rows: 7 }} />
        </div>
      }
    >
      {(data) => {
        const figures = [
          { title: '可练习人数', value: formatNumber(data.staffCount) },
          { title: '已练习人数', value: formatNumber(data.practisedCount) },
          { title: '完成一轮人数', value: formatNumber(data.finishedCount) },
          { title: '练习轮次', value: formatNumber(data.runCount) },
          { title: '作答次数', value: formatNumber(data.answerCount) },
          { title: '正确率', value: data.accuracyPercent === null ? '-' : `${data.accuracyPercent}%` },
          { title: '练习总时长', value: formatDuration(data.seconds) },
        ]
        return (
          <>
            <div className="kp-card">
              <div className="kp-practice-figures">
                {figures.map(({ title, value }) => (
                  <Statistic key={title} title={title} value={value} styles={{ content: { fontSize: 20 } }} />
                ))}
              </div>
              {data.openReportCount > 0 && (
                <p>
                  有 <Link to={detailPath(practiceId, 'reports')}>{data.openReportCount} 条纠错</Link>待处理
                </p>
              )}
              <p className="kp-hint">正确率只计每轮首次作答，不含自评题；练习数据不计入考试的试题分析。</p>
            </div>
            <div className="kp-card">
              <Days days={data.days} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

type Day = { readonly day: string; readonly answerCount: number; readonly peopleCount: number }

function Days({ days }: { readonly days: readonly Day[] }): ReactNode {
  return (
    <Chart
      title="每日作答（最近 30 个有作答的日期）"
      height={260}
      option={{
        tooltip: { trigger: 'axis' },
        legend: { top: 0, data: ['作答次数', '练习人数'] },
        grid: { left: 48, right: 48, top: 36, bottom: 28 },
        xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
        yAxis: [
          { type: 'value', name: '次', minInterval: 1 },
          { type: 'value', name: '人', minInterval: 1 },
        ],
        series: [
          { name: '作答次数', type: 'bar', barMaxWidth: 28, data: days.map(({ answerCount }) => answerCount) },
          { name: '练习人数', type: 'line', yAxisIndex: 1, data: days.map(({ peopleCount }) => peopleCount) },
        ],
      }}
      table={{
        columns: [
          { key: 'day', title: '日期' },
          { key: 'answerCount', title: '作答次数' },
          { key: 'peopleCount', title: '练习人数' },
        ],
        rows: [...days],
      }}
    />
  )
}
