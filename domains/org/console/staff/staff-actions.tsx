import { calling, divider, type RowAction, RowActions } from '@kaopei/web'
import type { ReactNode } from 'react'
import { staffSource } from '../../contract/codes.ts'
import { invitation } from '../../contract/invitation.ts'
import { outerStaff } from '../../contract/restore.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { personActs } from '../slots.ts'
import { tellDone } from '../tell-done.ts'
import type { Open } from './staff-opened.ts'
import { disableWords } from './staff-questions.ts'

/** What can be done with one person. */
export function StaffActions({ row, open }: { readonly row: StaffRow; readonly open: Open }): ReactNode {
  const { isEnabled, isLocked, lastLoginAt, staffSource: source, nameAccount: who } = row
  const ids = [row.id]
  const folded = { isFolded: true, successText: '' } as const
  const added = personActs.parts()
  return (
    <RowActions
      actions={[
        { label: '编辑', right: staff.modify, run: () => open({ kind: 'edit', row }) },
        ...added.map(
          (act): RowAction => ({
            label: act.label,
            isFolded: true,
            right: act.rights,
            run: () => open({ kind: 'act', act, row }),
          }),
        ),
        added.length > 0 && divider,
        source === staffSource.outside && {
          ...folded,
          label: '关联员工',
          right: outerStaff.linkOuterStaff,
          run: () => open({ kind: 'link', row }),
        },
        { ...folded, label: '调整部门', right: staff.moves, run: () => open({ kind: 'move', ids, who }) },
        lastLoginAt === null && {
          ...folded,
          label: '邀请',
          right: invitation.invite,
          run: () => open({ kind: 'invite', ids, who }),
        },
        {
          ...folded,
          label: '重置密码',
          right: staff.resets,
          run: () => open({ kind: 'reset', ids, who, without: waysWithout(row) }),
        },
        isLocked && calling(staff.unlocks, { ...folded, label: '解锁', input: { ids }, onDone: tellDone('已解锁') }),
        calling(staff.enables, {
          ...folded,
          label: isEnabled ? '停用' : '启用',
          input: { ids, isEnabled: !isEnabled },
          ...(isEnabled && { confirm: disableWords(who) }),
          onDone: tellDone(isEnabled ? '已停用' : '已启用'),
        }),
        divider,
        { ...folded, label: '移除', isDangerous: true, right: staff.removes, run: () => open({ kind: 'remove', ids, who }) },
      ]}
    />
  )
}

function waysWithout({ phone, email, isEnabled }: StaffRow): string[] {
  return [...(phone === null || !isEnabled ? ['sms'] : []), ...(email === null || !isEnabled ? ['mail'] : [])]
}
