import { Dash, formatInstant, ListPage, RightButton, RowActions, ToneTag, useIsOwn } from '@kaopei/web'
import { Space, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type CandidatePolicyRow, examPolicies } from '../../contract/candidate-policy.ts'
import { PickCandidates } from '../people/pick-candidates.tsx'
import { AsCandidate } from './as-candidate.drawer.tsx'
import { PolicyDrawer, type PolicyTargets, RemovePolicyDialog, targetsOf } from './policy.drawer.tsx'

interface Props {
  readonly examId: string
  readonly isCancelled: boolean
}

/** 特殊安排: for whom something is arranged beside the times, and what comes of it for anybody. */
export function PolicyList({ examId, isCancelled }: Props): ReactNode {
  const [isPicking, setPicking] = useState<'set' | 'look'>()
  const [changing, setChanging] = useState<PolicyTargets>()
  const [removing, setRemoving] = useState<CandidatePolicyRow>()
  const [looking, setLooking] = useState<string>()
  const isOwn = useIsOwn()
  return (
    <>
      <ListPage
        endpoint={examPolicies.list}
        rowKey="staffId"
        prefix="p."
        extraInput={{ examinationId: examId }}
        emptyText="没有为考生作特殊安排"
        toolbar={
          <>
            <RightButton right={examPolicies.save} type="primary" disabled={isCancelled} onClick={() => setPicking('set')}>
              为考生安排
            </RightButton>
            <RightButton right={examPolicies.asCandidate} onClick={() => setPicking('look')}>
              以该考生身份查看
            </RightButton>
          </>
        }
        columns={columnsOf({ change: setChanging, remove: setRemoving, look: setLooking, isOwn, isCancelled })}
      />
      {isPicking && (
        <PickCandidates
          examId={examId}
          isSingle={isPicking === 'look'}
          onClose={() => setPicking(undefined)}
          onPicked={(people) => {
            setPicking(undefined)
            const [first] = people
            if (isPicking === 'look') setLooking(first?.id)
            // the client says what went wrong
            else void targetsOf(examId, people).then(setChanging, () => undefined)
          }}
        />
      )}
      {changing && <PolicyDrawer examId={examId} targets={changing} onClose={() => setChanging(undefined)} />}
      {removing && <RemovePolicyDialog examId={examId} row={removing} onClose={() => setRemoving(undefined)} />}
      {looking && <AsCandidate examId={examId} staffId={looking} onClose={() => setLooking(undefined)} />}
    </>
  )
}

/** In a few words. */
export function policyText(policy: CandidatePolicyRow): string[] {
  return [
    policy.isWithoutCamera && '免摄像头',
    policy.isScreenReader && '读屏软件',
    policy.fontPercent !== 100 && `字号 ${policy.fontPercent}%`,
    policy.timerMinutes.length > 0 && `仅在剩余 ${policy.timerMinutes.join('、')} 分钟时显示计时`,
    policy.breakCount > 0 && `可休息 ${policy.breakCount} 次，共 ${policy.breakMinutes} 分钟`,
  ].filter((part) => part !== false)
}

interface Acts {
  readonly change: (targets: PolicyTargets) => void
  readonly remove: (row: CandidatePolicyRow) => void
  readonly look: (staffId: string) => void
  readonly isOwn: (staffId: string) => boolean
  readonly isCancelled: boolean
}

function columnsOf({ change, remove, look, isOwn, isCancelled }: Acts): TableColumnsType<CandidatePolicyRow> {
  return [
    { title: '考生', dataIndex: 'name', width: 120, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 140, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    {
      title: '安排',
      key: 'policy',
      width: 330,
      render: (_, row) =>
        policyText(row).map((part) => (
          <ToneTag key={part} tone="info">
            {part}
          </ToneTag>
        )),
    },
    { title: '原因', dataIndex: 'reason', width: 160, ellipsis: true },
    {
      title: '设置人',
      key: 'by',
      width: 180,
      render: (_, { changedByName, changedTime }) => `${changedByName ?? '-'} ${formatInstant(changedTime)}`,
    },
    {
      title: '操作',
      key: 'actions',
      width: 180,
      fixed: 'right',
      render: (_, row) => {
        const mayChange = !isCancelled && !isOwn(row.staffId)
        return (
          <Space size={8}>
            <RowActions
              actions={[
                { label: '查看', name: `以${row.name}的身份查看`, run: () => look(row.staffId) },
                mayChange && {
                  label: '修改',
                  right: examPolicies.save,
                  run: () => change({ staffIds: [row.staffId], name: row.name, policy: row }),
                },
                mayChange && { label: '取消', isDangerous: true, right: examPolicies.remove, run: () => remove(row) },
              ]}
            />
            {isOwn(row.staffId) && <span className="kp-hint">本人，由他人设置</span>}
          </Space>
        )
      },
    },
  ]
}
