import type { OutputOf } from '@kaopei/contract'
import {
  Dash,
  filtersOf,
  formatInstant,
  formatNumber,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  ToneTag,
  useCall,
  useMay,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { evidence } from '../../contract/evidence/evidence.ts'
import { incident } from '../../contract/incidents/incident.ts'
import { replay } from '../../contract/replay/replay.ts'
import { retention } from '../../contract/retention.ts'
import { abnormalType, review } from '../../contract/review.ts'
import { incidentsPath } from '../incidents/paths.ts'
import { casePath, casesPath, checksPath, replayPath } from '../verdicts/paths.ts'
import { useExamName } from '../verdicts/use-exam-name.ts'
import { DaysDrawer } from './days.drawer.tsx'
import { listPath, peoplePath, recordPath } from './paths.ts'
import './review.css'

/** 防作弊审核: exams that were recorded, and of one of them its people. */
export default function MarkCheatingPage(): ReactNode {
  const examId = useSearchParams()[0].get('examinationId')
  return examId === null ? <Exams /> : <People key={examId} examId={examId} />
}

const examFilters = filtersOf(review.exams, [{ name: 'keyWords', label: '考试', kind: 'text', placeholder: '考试名称' }])

/** Of how many people there are pictures, and that the company is near the number from which it has duties of its own. */
function facesText(storage: OutputOf<typeof review.storage> | undefined): string {
  if (!storage || storage.peopleCount === 0) return ''
  const count = `目前保存着 ${formatNumber(storage.peopleCount)} 人的人像数据。`
  if (storage.peopleCount < storage.warnFrom) return count
  return `${count}已超过 ${formatNumber(storage.warnFrom)} 人：存储人脸信息达到 10 万人须向网信部门备案，请及时清理或准备备案。`
}

function Exams(): ReactNode {
  const navigate = useNavigate()
  const storage = useCall(review.storage, {}, { enabled: useMay(review.storage) })
  const [isOpen, setOpen] = useState(false)
  const columns: TableColumnsType<RowOf<typeof review.exams>> = [
    { title: '考试名称', dataIndex: 'name', ellipsis: true },
    { title: '监考记录（份）', dataIndex: 'recordedCount', width: 140, align: 'right' },
    { title: '已标记（份）', dataIndex: 'markedCount', width: 120, align: 'right' },
    {
      title: '操作',
      key: 'actions',
      width: 146,
      fixed: 'right',
      render: (_value, { examinationId, name }) => (
        <RowActions
          actions={[
            { label: '审核', name: `审核 ${name}`, run: () => void navigate(peoplePath(examinationId)) },
            { label: '裁定', name: `裁定 ${name}`, to: casesPath(examinationId) },
            {
              label: '事件',
              name: `突发事件 ${name}`,
              right: incident.list,
              run: () => void navigate(incidentsPath(examinationId, 'review')),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <ListPage
        title="防作弊审核"
        header={{
          description: `查看考试中采集的录像与照片，标记可疑画面。标记只作为证据，不改变成绩。${facesText(storage.data)}`,
        }}
        endpoint={review.exams}
        filters={examFilters}
        columns={columns}
        rowKey="examinationId"
        emptyText="还没有采集过录像或照片的考试"
        toolbar={
          <>
            <RightButton right={retention.saveDays} onClick={() => setOpen(true)}>
              保存期限
            </RightButton>
            <RightButton right={evidence.differences} onClick={() => void navigate(checksPath)}>
              记录核对
            </RightButton>
          </>
        }
      />
      {isOpen && <DaysDrawer onClose={() => setOpen(false)} />}
    </>
  )
}

const peopleFilters = filtersOf(review.listAbnormal, [
  { name: 'keyWords', label: '姓名', kind: 'text', placeholder: '考生姓名' },
  {
    name: 'isMarked',
    label: '标记',
    kind: 'select',
    options: [
      { value: 'true', label: '已标记' },
      { value: 'false', label: '未标记' },
    ],
  },
])

function People({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  const examName = useExamName(examId)
  const columns: TableColumnsType<RowOf<typeof review.listAbnormal>> = [
    { title: '姓名', dataIndex: 'staffName', width: 84, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 110, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '开始时间', dataIndex: 'startTime', width: 136, render: (at: string) => formatInstant(at) },
    {
      title: '交卷时间',
      dataIndex: 'submitTime',
      width: 136,
      render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
    },
    {
      title: '标记',
      dataIndex: 'cheatCount',
      width: 84,
      render: (count: number) => (
        <ToneTag tone={count > 0 ? 'danger' : 'neutral'}>{count > 0 ? `${count} 处` : '未标记'}</ToneTag>
      ),
    },
    { title: '采集完整度', dataIndex: 'coverage', width: 204, render: (coverage: Coverage) => <Coverages coverage={coverage} /> },
    { title: '照片', dataIndex: 'pictureCount', width: 60, align: 'right' },
    { title: '存疑片段', dataIndex: 'doubtfulCount', width: 86, align: 'right' },
    {
      title: '操作',
      key: 'actions',
      width: 150,
      fixed: 'right',
      render: (_value, { examinationResultId, staffName, isOwn }) =>
        isOwn ? (
          <span className="kp-hint">本人，由他人审核</span>
        ) : (
          <RowActions
            actions={[
              { label: '审核', name: `审核 ${staffName}`, run: () => void navigate(recordPath(examinationResultId)) },
              { label: '裁定', name: `裁定 ${staffName}`, to: casePath(examinationResultId) },
              {
                label: '回放',
                name: `回放 ${staffName} 的作答`,
                right: replay.get,
                run: () => void navigate(replayPath(examinationResultId)),
              },
            ]}
          />
        ),
    },
  ]
  return (
    <ListPage
      title={['考生监考记录', examName].filter(Boolean).join('：')}
      header={{ back: () => void navigate(listPath) }}
      endpoint={review.listAbnormal}
      extraInput={{ examinationId: examId }}
      filters={peopleFilters}
      columns={columns}
      rowKey="examinationResultId"
      emptyText="没有符合条件的监考记录"
    />
  )
}

function streamLabel(type: 4 | 5 | 6, kind: Coverage[number]['kind']): string {
  if (kind === 'film') return abnormalType.label(type)
  return type === abnormalType.screen ? '屏幕截图' : `${abnormalType.label(type)}照片`
}

type Coverage = RowOf<typeof review.listAbnormal>['coverage']

function Coverages({ coverage }: { readonly coverage: Coverage }): ReactNode {
  if (coverage.length === 0) return <Dash />
  return coverage.map(({ abnormalType: type, kind, percent, holeCount }) => {
    const holes = holeCount > 0 ? `（缺 ${holeCount} 段）` : ''
    return (
      <div key={`${type}-${kind}`} className="kp-review-covered">
        {`${streamLabel(type, kind)} ${percent}%${holes}`}
      </div>
    )
  })
}
