import { formatInstant, formFor, ListPage, Loaded, RightButton, useCall, useMay } from '@kaopei/web'
import { Alert, Input, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Evidence, type RatingRow, teacherGrowth } from '../../contract/growth.ts'
import type { TeacherDetail } from '../../contract/teacher.ts'
import { meanText } from '../words.ts'
import { EvidenceList } from './evidence.tsx'
import { ProposalList } from './proposal.list.tsx'

const { Field, FormDrawer } = formFor(teacherGrowth.propose)

/** What participants thought, what the next level asks for, and what was proposed. */
export function GrowthTab({ detail }: { readonly detail: TeacherDetail }): ReactNode {
  const mayPropose = useMay(teacherGrowth.propose)
  return (
    <div className="kp-teacher-parts">
      {mayPropose && <NextLevel teacherId={detail.id} />}
      <ListPage
        endpoint={teacherGrowth.ratings}
        rowKey="sourceId"
        extraInput={{ teacherId: detail.id }}
        columns={columns}
        toolbar={<span className="kp-hint">学员评价：总评 {meanText(detail.rating)}；不足 3 份的问卷不显示也不计入</span>}
        emptyText="还没有评价；在问卷设置中选择评价的讲师，收到答卷后显示在这里"
        stateIn="memory"
      />
      <section aria-label="晋级申请">
        <h2 className="kp-teacher-heading">晋级申请</h2>
        <ProposalList teacherId={detail.id} />
      </section>
    </div>
  )
}

const columns: TableColumnsType<RatingRow> = [
  { title: '问卷', dataIndex: 'title', width: 220, ellipsis: true },
  { title: '份数', dataIndex: 'sheetCount', width: 80, align: 'right', className: 'kp-number' },
  {
    title: '平均分',
    dataIndex: 'mean',
    width: 140,
    align: 'right',
    className: 'kp-number',
    render: (mean: RatingRow['mean']) => meanText(mean),
  },
  {
    title: '各方面',
    dataIndex: 'aspects',
    width: 360,
    ellipsis: true,
    render: (aspects: RatingRow['aspects']) => aspects.map(({ name, mean }) => `${name} ${mean.toFixed(2)}`).join('；') || '-',
  },
  { title: '截至', dataIndex: 'asOf', width: 150, render: (at: string) => formatInstant(at) },
]

function NextLevel({ teacherId }: { readonly teacherId: string }): ReactNode {
  const asked = useCall(teacherGrowth.evidence, { teacherId })
  const [isProposing, setProposing] = useState(false)
  return (
    <section className="kp-card" aria-label="晋级">
      <h2 className="kp-teacher-heading">晋级条件</h2>
      <Loaded of={asked}>
        {(evidence) =>
          evidence === null ? (
            '已是高级讲师'
          ) : (
            <>
              <EvidenceList evidence={evidence} />
              <RightButton right={teacherGrowth.propose} type="primary" onClick={() => setProposing(true)}>
                发起晋级
              </RightButton>
              {isProposing && <Proposing teacherId={teacherId} evidence={evidence} onClose={() => setProposing(false)} />}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface ProposingProps {
  readonly teacherId: string
  readonly evidence: Evidence
  readonly onClose: () => void
}

function Proposing({ teacherId, evidence, onClose }: ProposingProps): ReactNode {
  return (
    <FormDrawer
      open
      title="发起晋级"
      width={520}
      endpoint={teacherGrowth.propose}
      successText="已提交，请由其他人审批"
      initialValues={{ teacherId, reason: '' }}
      onClose={onClose}
    >
      <EvidenceList evidence={evidence} />
      {!evidence.isMet && (
        <Alert type="warning" showIcon style={{ marginBottom: 16 }} title="有条件没有达到，请填写破格晋级的理由" />
      )}
      <Field name="reason" label="理由" required={!evidence.isMet}>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Field>
    </FormDrawer>
  )
}
