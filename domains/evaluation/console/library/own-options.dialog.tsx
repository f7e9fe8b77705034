import { FocusReturn } from '@kaopei/web'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ScaleItem, ScaleOption } from '../../contract/definition.ts'
import { OptionsEditor } from './options-editor.tsx'

interface Props {
  readonly item: ScaleItem
  /** The scale's: an item's own begin as a copy of them. */
  readonly shared: readonly ScaleOption[]
  readonly isLocked: boolean
  /** Undefined: the scale's. */
  readonly onSave: (options: ScaleOption[] | undefined) => void
  readonly onClose: () => void
}

/** Options of one item: its own in place of the scale's. */
export function OwnOptions({ item, shared, isLocked, onSave, onClose }: Props): ReactNode {
  const hasOwn = (item.options?.length ?? 0) > 0
  const [options, setOptions] = useState<ScaleOption[]>([...(hasOwn ? (item.options ?? []) : shared)])
  const problem = problemOf(options)
  return (
    <Modal
      open
      title={`题目 ${item.id} 的选项`}
      width={560}
      okText="确 定"
      cancelText="取 消"
      okButtonProps={{ disabled: isLocked || problem !== undefined }}
      onOk={() => onSave(options)}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {hasOwn && (
            <Button disabled={isLocked} className="kp-ev-left" onClick={() => onSave(undefined)}>
              改用统一选项
            </Button>
          )}
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      <FocusReturn />
      <p className="kp-ev-stem">{item.text || '（还没有题目文字）'}</p>
      <OptionsEditor of="本题" {...{ options, isLocked }} onChange={setOptions} />
      {problem && <Alert type="warning" showIcon title={problem} className="kp-ev-below" />}
    </Modal>
  )
}

/** What keeps the item from being answered, as the check before publishing says it too. */
function problemOf(options: readonly ScaleOption[]): string | undefined {
  if (options.length < 2) return '至少需要两个选项'
  if (options.some(({ text }) => text.trim() === '')) return '每个选项都要有文字'
  return new Set(options.map(({ value }) => value)).size < 2 ? '选项的分值不能都一样' : undefined
}
