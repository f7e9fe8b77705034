import type { OutputOf } from '@kaopei/contract'
import { cut } from '@kaopei/contract'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { Dash, formatInstant, ListPage } from '@kaopei/web'
import { Button, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { overrideTimes } from '../contract/exam-overrides.ts'
import { examSettingTexts } from '../contract/exam-setting-labels.ts'
import { CancelDialog } from './cancel.dialog.tsx'
import { stepPath } from './paths.ts'
import { ManagePeopleDrawer } from './people/manage-people.drawer.tsx'
import { ReviewerList } from './people/reviewer-list.tsx'
import { overrideText } from './times/override-text.ts'
import type { ExamDetail } from './wizard/frame.tsx'

type HistoryRow = OutputOf<typeof exam.history>['dataList'][number]

/** What may still be changed, who marks, and what was done. */
export function ExamOperations({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const navigate = useNavigate()
  const [isCancelling, setCancelling] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const { status } = detail
  const isRunning = status === examStatus.notStarted || status === examStatus.inProgress
  return (
    <>
      <div className="kp-card">
        <h2 className="kp-exam-section">操作</h2>
        <Space wrap>
          <Button disabled={status === examStatus.cancelled} onClick={() => void navigate(stepPath(0, detail.id))}>
            延后结束时间
          </Button>
          <Button disabled={status === examStatus.cancelled} onClick={() => void navigate(stepPath(2, detail.id))}>
            修改考后查看
          </Button>
          <Button onClick={() => setManaging(true)}>管理考生</Button>
          <Button danger disabled={!isRunning} onClick={() => setCancelling(true)}>
            取消考试
          </Button>
        </Space>
        <ManagePeopleDrawer examId={detail.id} open={isManaging} onClose={() => setManaging(false)} />
        {isCancelling && <CancelDialog exam={detail} onClose={() => setCancelling(false)} />}
      </div>
      <div className="kp-card">
        <h2 className="kp-exam-section">阅卷官</h2>
        <ReviewerList examId={detail.id} status={status} />
      </div>
      <div className="kp-card">
        <h2 className="kp-exam-section">操作记录</h2>
        <ListPage
          endpoint={exam.history}
          rowKey="id"
          extraInput={{ examinationId: detail.id }}
          columns={[
            { title: '时间', dataIndex: 'at', width: 170, render: (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
            { title: '操作人', dataIndex: 'actorName', width: 120 },
            { title: '操作', key: 'action', width: 150, render: (_, row) => actionLabel(row) },
            { title: '内容', key: 'change', render: (_, row) => <Change row={row} /> },
          ]}
        />
      </div>
    </>
  )
}

const actions: Readonly<Record<string, string>> = {
  'exam:create': '新建考试',
  'exam:save': '修改考试',
  'exam:copy': '复制考试',
  'exam:publish': '发布考试',
  'exam:cancel': '取消考试',
  'exam:delete': '删除考试',
  'exam:addStaff': '添加考生',
  'exam:removeStaff': '移除考生',
  'exam:extraTime': '设置加时',
  'exam:saveTimes': '单独设置考试时间',
  'exam:removeTimes': '取消单独设置的时间',
  'exam:saveReviewer': '设置阅卷官',
  'exam:addGroup': '关联用户组',
  'exam:removeGroup': '取消关联用户组',
  'exam:addOuter': '添加外部考生',
  'exam:importOuter': '导入外部考生',
  'examPaper:update': '修改试题',
  'examResult:export': '导出成绩',
}

function actionLabel({ target, action }: HistoryRow): string {
  return actions[`${target}:${action}`] ?? action
}

const words: Readonly<Record<string, string>> = {
  name: '名称',
  information: '说明',
  openAt: '开始时间',
  closeAt: '结束时间',
  limitMinutes: '时长（分钟）',
  sumScore: '总分',
  typedSumScoreHundredths: '计划总分（百分之一分）',
  passScoreHundredths: '及格分（百分之一分）',
  entryCount: '试题与规则数',
  status: '状态',
  fixedCount: '固定试题数',
  poolCount: '题池试题数',
  candidateCount: '考生数',
  addedCount: '添加人数',
  removedCount: '移出人数',
  groupNames: '用户组',
  mode: '人员范围',
  extraPercent: '加时比例（%）',
  extraMinutes: '加时（分钟）',
  times: '时间',
  changedCount: '设置的对象数',
  recomputedCount: '更新截止时间的答卷数',
  count: '数量',
  ...Object.fromEntries(Object.entries(examSettingTexts).map(([name, { label }]) => [name, label])),
}

/** Field by field, before → after; lists of ids say nothing to people and are left out. */
function Change({ row }: { readonly row: HistoryRow }): ReactNode {
  const [before, after] = [fieldsOf(row.before), fieldsOf(row.after)]
  const names = Object.keys({ ...before, ...after }).filter((name) => words[name] !== undefined)
  const parts = names.map((name) => {
    const [old, fresh] = [before[name], after[name]]
    return old === undefined || old === '' ? `${words[name]}：${fresh ?? ''}` : `${words[name]}：${old} → ${fresh ?? ''}`
  })
  const people = namesOf(row.after)
  if (people) parts.push(people)
  const text = [...(row.reason ? [`原因：${row.reason}`] : []), ...parts].join('；')
  if (text === '') return <Dash />
  return (
    <Tooltip title={text.length > 80 ? text : undefined}>
      <span>{text.length > 80 ? `${cut(text, 80)}…` : text}</span>
    </Tooltip>
  )
}

function fieldsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, labelOf(name, one)]))
}

function labelOf(name: string, value: unknown): string {
  if (name === 'status') return examStatus.label(Number(value))
  if (name === 'times') return timesOf(value)
  if (name === 'mode') return attachMode.label(Number(value))
  return shown(value)
}

const namedTimes = z.array(overrideTimes.extend({ name: z.string() }))

/** What was set for whom. */
function timesOf(value: unknown): string {
  const { data = [] } = namedTimes.safeParse(value)
  return data.map(({ name, ...times }) => `${name}（${overrideText(times) || '无'}）`).join('、')
}

/** Names of people, as reviewers are logged. */
function namesOf(value: unknown): string {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('、') : ''
}

function shown(value: unknown): string {
  if (value === null) return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatInstant(value)
  if (Array.isArray(value)) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
