import { CodeTag, calling, filtersOf, formatDate, formFor, ListPage, RowActions } from '@kaopei/web'
import { Input, Radio, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { promotionState, teacherLevel } from '../../contract/codes.ts'
import { type Proposal, teacherGrowth } from '../../contract/growth.ts'
import { detailPath } from '../paths.ts'
import { EvidenceList } from './evidence.tsx'

const { Field, FormDrawer } = formFor(teacherGrowth.decide)

const filters = filtersOf(teacherGrowth.proposals, [
  { name: 'keyWords', label: '讲师', kind: 'text' },
  { name: 'state', label: '状态', kind: 'select', options: promotionState.options },
])

/** 晋级申请 with the evidence as it stood; decided by somebody else than whoever proposed it or is it. */
export function ProposalList({ teacherId }: { readonly teacherId?: string }): ReactNode {
  const [decided, setDecided] = useState<Proposal>()
  return (
    <>
      <ListPage
        endpoint={teacherGrowth.proposals}
        rowKey="id"
        extraInput={teacherId ? { teacherId } : {}}
        {...(teacherId ? { stateIn: 'memory' as const } : { filters })}
        columns={columns(setDecided, teacherId === undefined)}
        emptyText="还没有晋级申请"
      />
      {decided && (
        <FormDrawer
          open
          title={`审批晋级：${decided.teacherName}`}
          width={520}
          endpoint={teacherGrowth.decide}
          successText="已审批"
          initialValues={{ id: decided.id, isApproved: true, opinion: '' }}
          onClose={() => setDecided(undefined)}
        >
          <EvidenceList evidence={decided.evidence} />
          {decided.reason && <p>理由：{decided.reason}</p>}
          <Field name="isApproved" label="结论">
            <Radio.Group
              options={[
                { value: true, label: '同意晋级' },
                { value: false, label: '不同意' },
              ]}
            />
          </Field>
          <Field name="opinion" label="审批意见">
            <Input.TextArea rows={4} maxLength={500} showCount />
          </Field>
        </FormDrawer>
      )}
    </>
  )
}

const columns = (decide: (proposal: Proposal) => void, hasTeacher: boolean): TableColumnsType<Proposal> => [
  ...(hasTeacher
    ? [
        {
          title: '讲师',
          dataIndex: 'teacherName',
          width: 110,
          render: (name: string, { teacherId }: Proposal) => <Link to={detailPath(teacherId, 'growth')}>{name}</Link>,
        },
      ]
    : []),
  {
    title: '晋级',
    key: 'levels',
    width: 170,
    render: (_, { fromLevel, toLevel }) => `${teacherLevel.label(fromLevel)} → ${teacherLevel.label(toLevel)}`,
  },
  {
    title: '依据',
    key: 'evidence',
    width: 110,
    render: (_, { evidence }) =>
      `${evidence.conditions.filter(({ isMet }) => isMet).length} / ${evidence.conditions.length} 项达到`,
  },
  { title: '理由', dataIndex: 'reason', width: 180, ellipsis: true, render: (reason: string) => reason || '-' },
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: number) => <CodeTag codes={promotionState} value={state} />,
  },
  {
    title: '申请',
    key: 'proposed',
    width: 180,
    render: (_, row) => `${formatDate(row.proposedAt)} ${row.proposedByName ?? ''}`,
  },
  {
    title: '审批',
    key: 'decided',
    width: 200,
    ellipsis: true,
    render: (_, { decidedAt, decidedByName, opinion }) =>
      decidedAt === null ? '-' : `${formatDate(decidedAt)} ${decidedByName ?? ''} ${opinion}`,
  },
  {
    title: '操作',
    key: 'actions',
    width: 110,
    fixed: 'right',
    render: (_, row) => <Actions proposal={row} decide={decide} />,
  },
]

function Actions({ proposal, decide }: { readonly proposal: Proposal; readonly decide: (one: Proposal) => void }): ReactNode {
  const { id, teacherName, mayDecide, mayWithdraw } = proposal
  if (!mayDecide && !mayWithdraw) return '-'
  return (
    <RowActions
      actions={[
        ...(mayDecide
          ? [{ label: '审批', name: `审批 ${teacherName}`, right: teacherGrowth.decide, run: () => decide(proposal) }]
          : []),
        ...(mayWithdraw
          ? [
              calling(teacherGrowth.withdraw, {
                label: '撤回',
                name: `撤回 ${teacherName}`,
                input: { id },
                confirm: '确定撤回这份晋级申请吗？',
                refreshes: [teacherGrowth.proposals],
              }),
            ]
          : []),
      ]}
    />
  )
}
