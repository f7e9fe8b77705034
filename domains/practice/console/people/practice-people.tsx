import { useAction } from '@kaopei/web'
import { Alert, Radio } from 'antd'
import type { ReactNode } from 'react'
import { participationMode, practiceStatus } from '../../contract/codes.ts'
import { practice } from '../../contract/practice.ts'
import { type PracticeDetail, sentStatus } from '../wizard/frame.tsx'
import { AudienceList } from './audience-list.tsx'
import { StaffList } from './staff-list.tsx'

const hints = {
  [participationMode.everyone]: '公司全体在职员工都可以练习，以后入职的员工自动加入。',
  [participationMode.chosen]: '只有名单中的人员可以练习。',
  [participationMode.audience]: '所选部门（含下级部门）和用户组的成员可以练习，以当时的成员为准。',
} as const

interface PracticePeopleProps {
  readonly detail: PracticeDetail
  /** The chosen people; the whole list unless given. */
  readonly chosen?: ReactNode
}

/** Who may practise: everybody, chosen people, or departments and groups as they are when somebody comes. */
export function PracticePeople({ detail, chosen }: PracticePeopleProps): ReactNode {
  const save = useAction(practice.save, { successText: '保存成功' })
  const isOver = detail.status === practiceStatus.ended
  const { participationMode: mode } = detail
  const change = (input: Partial<Parameters<typeof save.run>[0]>) =>
    save.run({ id: detail.id, version: detail.version, name: detail.name, status: sentStatus(detail.status), ...input })
  return (
    <>
      <div className="kp-card kp-practice-mode">
        <Radio.Group
          aria-label="参与方式"
          value={mode}
          disabled={isOver || save.isRunning}
          options={[...participationMode.options]}
          onChange={(event) => void change({ participationMode: event.target.value })}
        />
        <p className="kp-hint kp-practice-hint">{hints[mode]}</p>
        {isOver && <Alert type="info" showIcon title="练习已结束，不能再调整人员。" />}
      </div>
      {mode === participationMode.chosen && (chosen ?? <StaffList practiceId={detail.id} isOver={isOver} />)}
      {mode === participationMode.audience && (
        <AudienceList detail={detail} isOver={isOver} onChange={async (lists) => (await change(lists)).ok} />
      )}
    </>
  )
}
