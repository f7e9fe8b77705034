import { DownOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaopei/contract'
import { confirmAction, may, RightButton, toast, useAction } from '@kaopei/web'
import { Button, Dropdown, type MenuProps, Space } from 'antd'
import type { ReactNode } from 'react'
import { staffSource } from '../contract/codes.ts'
import { invitation } from '../contract/invitation.ts'
import { outerStaff } from '../contract/restore.ts'
import { type StaffRow, staff } from '../contract/staff.ts'
import { personActs } from './slots.ts'
import type { Open } from './staff-opened.ts'
import { disableWords } from './staff-questions.ts'
import { tellDone } from './tell-done.ts'

/** What can be done with one person. */
export function StaffActions({ row, open }: { readonly row: StaffRow; readonly open: Open }): ReactNode {
  const enable = useAction(staff.enables, { successText: '', onDone: tellDone(row.isEnabled ? '已停用' : '已启用') })
  const unlock = useAction(staff.unlocks, { successText: '', onDone: tellDone('已解锁') })
  const ids = [row.id]
  const acts: Readonly<Record<string, readonly [Endpoint, () => unknown]>> = {
    ...Object.fromEntries(personActs.parts().map((act) => [act.key, [act.endpoint, () => open({ kind: 'act', act, row })]])),
    move: [staff.moves, () => open({ kind: 'move', ids, who: row.nameAccount })],
    reset: [staff.resets, () => open({ kind: 'reset', ids, who: row.nameAccount, without: waysWithout(row) })],
    unlock: [staff.unlocks, () => unlock.run({ ids })],
    enable: [staff.enables, () => enable.run({ ids, isEnabled: true })],
    disable: [
      staff.enables,
      async () => (await confirmAction(disableWords(row.nameAccount))) && enable.run({ ids, isEnabled: false }),
    ],
    invite: [invitation.invite, () => open({ kind: 'invite', ids, who: row.nameAccount })],
    link: [outerStaff.linkOuterStaff, () => open({ kind: 'link', row })],
    remove: [staff.removes, () => open({ kind: 'remove', ids, who: row.nameAccount })],
  }
  const act = (key: string) => {
    const [endpoint, run] = acts[key] ?? []
    if (endpoint && !may(endpoint)) return toast.warning('no permission')
    void run?.()
  }
  return (
    <Space size={0}>
      <RightButton right={staff.modify} type="link" size="small" onClick={() => open({ kind: 'edit', row })}>
        编辑
      </RightButton>
      <Dropdown menu={{ items: choices(row), onClick: ({ key }) => act(key) }} trigger={['click']}>
        <Button type="link" size="small">
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </Space>
  )
}

function waysWithout({ phone, email, isEnabled }: StaffRow): string[] {
  return [...(phone === null || !isEnabled ? ['sms'] : []), ...(email === null || !isEnabled ? ['mail'] : [])]
}

function choices({ isEnabled, isLocked, lastLoginAt, staffSource: source }: StaffRow): MenuProps['items'] {
  const added = personActs.parts()
  return [
    ...added.map(({ key, label }) => ({ key, label })),
    ...(added.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(source === staffSource.outside ? [{ key: 'link', label: '关联员工' }] : []),
    { key: 'move', label: '调整部门' },
    ...(lastLoginAt === null ? [{ key: 'invite', label: '邀请' }] : []),
    { key: 'reset', label: '重置密码' },
    ...(isLocked ? [{ key: 'unlock', label: '解锁' }] : []),
    isEnabled ? { key: 'disable', label: '停用' } : { key: 'enable', label: '启用' },
    { type: 'divider' },
    { key: 'remove', label: '移除', danger: true },
  ]
}
