import { CodeTag, filtersOf, formatInstant, formFor, ListPage, RightButton } from '@kaopei/web'
import { Input, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { proposalCauses, proposalCauseWords, proposalState } from '../contract/codes.ts'
import { type ProposalRow, proposal } from '../contract/proposal.ts'

const filters = filtersOf(proposal.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '持证人或证书编号' },
  { name: 'state', label: '状态', kind: 'select', options: proposalState.options },
  {
    name: 'cause',
    label: '原因',
    kind: 'select',
    options: proposalCauses.map((value) => ({ value, label: proposalCauseWords[value] })),
  },
])

const columns: TableColumnsType<ProposalRow> = [
  { title: '证书编号', dataIndex: 'number', width: 170 },
  { title: '持证人', dataIndex: 'holderName', width: 110 },
  { title: '部门', dataIndex: 'department', width: 150, ellipsis: true, render: (name: string) => name || '-' },
  { title: '依据', dataIndex: 'source', width: 220, ellipsis: true, render: (name: string) => name || '-' },
  { title: '原因', dataIndex: 'cause', width: 170, render: (cause: ProposalRow['cause']) => proposalCauseWords[cause] },
  { title: '状态', dataIndex: 'state', width: 110, render: (state: number) => <CodeTag codes={proposalState} value={state} /> },
  { title: '列入时间', dataIndex: 'createdAt', width: 150, render: (at: string) => formatInstant(at) },
  {
    title: '处理',
    key: 'decided',
    width: 220,
    ellipsis: true,
    render: (_value, { decidedByName, decidedAt, reason }) =>
      decidedAt === null ? '-' : `${decidedByName || '系统'} ${formatInstant(decidedAt)}：${reason}`,
  },
]

/** 证书待处理: certificates whose ground has gone. Nothing is revoked before somebody says so, and why. */
export default function ProposalPage(): ReactNode {
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <ListPage
        title="证书待处理"
        header={{ description: '成绩重新评定、作废或课程完成被取消后，相关证书列在这里；核对后撤销或保留，并写明原因。' }}
        endpoint={proposal.list}
        filters={filters}
        columns={columns}
        rowKey="id"
        isSelectable={({ state }) => state === proposalState.open}
        batchActions={({ ids, clear }) => (
          <>
            <RightButton right={proposal.decide} danger onClick={() => setAsked({ ids, isRevoked: true, onDone: clear })}>
              撤销证书
            </RightButton>
            <RightButton right={proposal.decide} onClick={() => setAsked({ ids, isRevoked: false, onDone: clear })}>
              保留证书
            </RightButton>
          </>
        )}
        emptyText="没有需要处理的证书"
      />
      {asked && <Decide {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface Asked {
  readonly ids: readonly string[]
  readonly isRevoked: boolean
  readonly onDone: () => void
}

const { Field, FormDialog } = formFor(proposal.decide)

function Decide({ ids, isRevoked, onDone, onClose }: Asked & { readonly onClose: () => void }): ReactNode {
  return (
    <FormDialog
      title={isRevoked ? `撤销 ${ids.length} 张证书` : `保留 ${ids.length} 张证书`}
      isDangerous={isRevoked}
      endpoint={proposal.decide}
      successText={isRevoked ? '已撤销' : '已保留'}
      initialValues={{ ids: [...ids], isRevoked }}
      onSaved={onDone}
      onClose={onClose}
      intro={
        <p className="kp-hint">
          {isRevoked
            ? '撤销后不能恢复，验证页面会显示“已撤销”；需要时可以重新签发。'
            : '证书保持有效，处理结果和原因会留在证书的记录中。'}
        </p>
      }
    >
      <Field name="reason" label="原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
