import { FocusReturn, Loaded, useAction, useCall } from '@kaopei/web'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { type TeacherImpact, teacher } from '../../contract/teacher.ts'
import { minutesText } from '../words.ts'

interface Props {
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

/** Says what would be lost before somebody is removed. */
export function RemoveDialog({ ids, onClose, onDone }: Props): ReactNode {
  const asked = useCall(teacher.removeImpact, { ids: [...ids] })
  const removing = useAction(teacher.remove, { successText: '删除成功', refreshes: [teacher.list] })
  const run = async () => {
    if (!(await removing.run({ ids: [...ids], isConfirmed: true })).ok) return
    onDone?.()
    onClose()
  }
  return (
    <Modal
      open
      title="确认删除讲师？"
      okText="删 除"
      cancelText="取 消"
      okButtonProps={{ danger: true, loading: removing.isRunning, disabled: !asked.data }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <FocusReturn />
      <Loaded of={asked}>
        {(impacts) => (
          <>
            <p>确定删除 {impacts.map(({ name }) => name).join('、')} 吗？课时台账和评价会保留。</p>
            <ul>
              {impacts.filter(isHurt).map((impact) => (
                <li key={impact.id}>{wordsOf(impact)}</li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Modal>
  )
}

const isHurt = ({ bookedCount, openMinutes, useCount }: TeacherImpact) => bookedCount + openMinutes + useCount > 0

function wordsOf({ name, bookedCount, openMinutes, uses, useCount }: TeacherImpact): string {
  const named = uses.map((use) => `${use.kind}“${use.name}”`).join('、')
  return [
    `${name}：`,
    bookedCount > 0 && `${bookedCount} 次预约将被取消`,
    openMinutes > 0 && `${minutesText(openMinutes)}课时尚未结算`,
    useCount > 0 && `${named}${useCount > uses.length ? ` 等 ${useCount} 处` : ''} 中有这位讲师`,
  ]
    .filter(Boolean)
    .join('；')
    .replace('：；', '：')
}
