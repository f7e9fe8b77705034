import { ActionButton, RightButton, type Selection } from '@kaopei/web'
import type { ReactNode } from 'react'
import { invitation } from '../../contract/invitation.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { type Done, tellDone } from '../tell-done.ts'
import type { Open } from './staff-opened.ts'
import { disableWords } from './staff-questions.ts'

/** What can be done with everybody who is selected. */
export function StaffBatch({ selection, open }: { readonly selection: Selection<StaffRow>; readonly open: Open }): ReactNode {
  const { clear } = selection
  const ids = [...selection.ids]
  const who = `所选 ${ids.length} 人`
  const done = (text: string) => (answer: Done) => {
    tellDone(text)(answer)
    clear()
  }
  return (
    <>
      <RightButton size="small" right={staff.moves} onClick={() => open({ kind: 'move', ids, who, onDone: clear })}>
        调整部门
      </RightButton>
      <ActionButton size="small" endpoint={staff.enables} input={{ ids, isEnabled: true }} successText="" onDone={done('已启用')}>
        启用
      </ActionButton>
      <ActionButton
        size="small"
        endpoint={staff.enables}
        input={{ ids, isEnabled: false }}
        confirm={disableWords(who)}
        successText=""
        onDone={done('已停用')}
      >
        停用
      </ActionButton>
      <RightButton
        size="small"
        right={staff.resets}
        onClick={() => open({ kind: 'reset', ids, who, without: [], onDone: clear })}
      >
        重置密码
      </RightButton>
      <RightButton size="small" right={invitation.invite} onClick={() => open({ kind: 'invite', ids, who, onDone: clear })}>
        邀请
      </RightButton>
      <ActionButton size="small" endpoint={staff.unlocks} input={{ ids }} successText="" onDone={done('已解锁')}>
        解锁
      </ActionButton>
      <RightButton size="small" danger right={staff.removes} onClick={() => open({ kind: 'remove', ids, who, onDone: clear })}>
        移除
      </RightButton>
    </>
  )
}
