import { possessive } from '@kaopei/contract'
import { DetailPage, formatDuration, formatInstant, ToneTag, useCall } from '@kaopei/web'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { hall } from '../../contract/hall.ts'
import { hallsPath } from './paths.ts'

const kinds = { hidden: '切换或隐藏页面', fullScreen: '退出全屏', focus: '窗口失去焦点', left: '离开答题页面' } as const

/** 切屏详情: each absence of an attempt, and why one does not count. */
export default function SwitchScreenDetail(): ReactNode {
  const [params] = useSearchParams()
  const examinationResultId = params.get('examinationResultId') ?? ''
  const asked = useCall(hall.switchScreenDetail, { examinationResultId }, { enabled: examinationResultId !== '' })
  if (examinationResultId === '') return <Navigate to={hallsPath} replace />
  return (
    <DetailPage
      of={asked}
      head={({ name, examName, countedCount, countedSeconds }) => ({
        title: `${possessive(name)}切屏详情`,
        description: `${examName}：计入 ${countedCount} 次，共 ${formatDuration(countedSeconds)}`,
        back: true,
      })}
    >
      {({ dataList }) => (
        <section className="kp-card" aria-label="切屏记录">
          <Table
            rowKey={(row) => `${row.beginTime}-${row.kind}-${row.milliseconds}`}
            dataSource={[...dataList]}
            size="small"
            pagination={{ defaultPageSize: 50, hideOnSinglePage: true }}
            scroll={{ x: 640 }}
            locale={{ emptyText: '没有离开过答题页面' }}
            columns={[
              {
                title: '开始时间',
                dataIndex: 'beginTime',
                width: 160,
                render: (time: string | null) => formatInstant(time, 'MM-DD HH:mm:ss'),
              },
              { title: '类型', dataIndex: 'kind', width: 150, render: (kind: keyof typeof kinds) => kinds[kind] },
              {
                title: '时长',
                dataIndex: 'milliseconds',
                width: 130,
                render: (ms: number, { isGoingOn }) => `${(ms / 1000).toFixed(1)} 秒${isGoingOn ? '，尚未返回' : ''}`,
              },
              {
                title: '是否计入',
                dataIndex: 'notCountedBecause',
                width: 200,
                render: (why: string | null) =>
                  why === null ? <ToneTag tone="warning">计入</ToneTag> : <span className="kp-hint">不计入：{why}</span>,
              },
            ]}
          />
        </section>
      )}
    </DetailPage>
  )
}
