import { DepartmentTab } from '@kaopei/org/parts'
import { FilterDrawer, type Picked, type PickTab, pickTabs } from '@kaopei/web'
import { Radio } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { attachMode } from '../contract/codes.ts'
import { UserGroupTab } from './tabs.tsx'
import './usergroup.css'

export interface PickedAudience {
  readonly departmentIds: string[]
  readonly groupIds: string[]
  /** `attachMode` */
  readonly mode: 1 | 2
}

export interface AudiencePickerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Nobody is asked: it is this one. */
  readonly fixedMode?: 1 | 2 | undefined
  /** False when it was refused: what was chosen stays. */
  readonly onConfirm: (audience: PickedAudience) => Promise<boolean>
}

/** Departments and groups, and whether their people of now count, or whoever is in them later. */
export function AudiencePicker({ open, onClose, fixedMode, onConfirm }: AudiencePickerProps): ReactNode {
  const [chosen, setMode] = useState<1 | 2>(attachMode.live)
  const mode = fixedMode ?? chosen
  const isFixed = fixedMode !== undefined
  const tabs = useMemo((): readonly PickTab[] => {
    const choice = (
      <Radio.Group
        aria-label="人员范围"
        className="kp-attach-mode"
        options={[...attachMode.options]}
        disabled={isFixed}
        value={mode}
        onChange={(event) => setMode(event.target.value)}
      />
    )
    const withChoice = (content: ReactNode) => (
      <>
        {choice}
        {content}
      </>
    )
    return [
      { key: '1', title: pickTabs[1].title, content: (pick) => withChoice(<DepartmentTab pick={pick} />) },
      { key: '8', title: pickTabs[8].title, content: (pick) => withChoice(<UserGroupTab pick={pick} />) },
    ]
  }, [isFixed, mode])
  const idsOf = (items: readonly Picked[], wanted: string) => items.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return (
    <FilterDrawer
      open={open}
      title="关联部门和用户组"
      width={820}
      tabs={tabs}
      onClose={onClose}
      onConfirm={(items) => onConfirm({ departmentIds: idsOf(items, 'department'), groupIds: idsOf(items, 'userGroup'), mode })}
    />
  )
}
