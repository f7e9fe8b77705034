import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { z } from 'zod'
import { mayOrWarn } from '../list/no-permission.ts'
import { confirmAction, toast } from '../notify.tsx'
import { useAction, useCall } from '../query.ts'
import { Bones, EmptyState, Loaded } from '../states.tsx'
import { useLock } from '../use-lock.ts'
import type { LabelManagerProps } from './label-manager.tsx'

const longestName = 20
const lockMs = 500

const label = z.looseObject({ id: z.string(), name: z.string(), version: z.number().optional() })
type Label = z.output<typeof label>
const labels = z.union([z.array(label), z.object({ dataList: z.array(label) }).transform(({ dataList }) => dataList)])

export default function LabelManagerCanvas(props: LabelManagerProps): ReactNode {
  const { open, title, onClose, list, listInput } = props
  const asked = useCall(list, listInput, { enabled: open })
  return (
    <Drawer open={open} title={title} size={500} onClose={onClose} destroyOnHidden>
      <Loaded of={asked} skeleton={<Bones rows={6} />}>
        {(answer) => <Labels {...props} labels={labels.safeParse(answer).data ?? []} />}
      </Loaded>
    </Drawer>
  )
}

function Labels(props: LabelManagerProps & { readonly labels: readonly Label[] }): ReactNode {
  const { labels: all, noun = '标签', extras, removeExtras } = props
  const [isAdding, setAdding] = useState(false)
  const refreshes = [props.list]
  const creating = useAction(props.create, { successText: '添加成功', refreshes })
  const renaming = useAction(props.update, { successText: '修改成功', refreshes })
  const removing = useAction(props.remove, { successText: '删除成功', refreshes })
  const isFree = useLock(lockMs)

  const create = async (name: string) => {
    // An empty new name is a change of mind.
    if (name === '') return setAdding(false)
    if (isFree() && (await creating.run({ name, ...extras })).ok) setAdding(false)
  }
  const rename = async ({ id, name: before, version }: Label, name: string): Promise<boolean> => {
    if (name === '') toast.warning('请输入内容')
    if (name === '' || name === before) return true
    if (!isFree()) return false
    return (await renaming.run({ id, name, ...(version !== undefined && { version }), ...extras })).ok
  }
  const remove = async (one: Label) => {
    const used = usesOf(one, props.uses)
    const content = used > 0 ? `正在使用：${used}${props.uses?.unit ?? ''}，删除后一并去掉。确定要删除吗` : '确定要删除吗'
    const isSure = await confirmAction({ title: '提示', content, isDangerous: true })
    if (isSure && isFree()) await removing.run({ id: one.id, ...removeExtras })
  }
  return (
    <div className="kp-labels">
      {isAdding ? (
        <NameInput label={`新${noun}名称`} first="" onDone={(name) => void create(name)} onCancel={() => setAdding(false)} />
      ) : (
        <Button icon={<PlusOutlined />} onClick={() => mayOrWarn(props.create) && setAdding(true)}>{`添加${noun}`}</Button>
      )}
      {all.length === 0 && !isAdding && <EmptyState />}
      <ul aria-label={props.title}>
        {all.map((one) => (
          <LabelLine key={one.id} {...props} one={one} onRename={rename} onRemove={() => void remove(one)} />
        ))}
      </ul>
    </div>
  )
}

function usesOf(one: Label, uses: LabelManagerProps['uses']): number {
  const used = uses ? one[uses.key] : 0
  return typeof used === 'number' ? used : 0
}

interface LabelLineProps extends Pick<LabelManagerProps, 'update' | 'remove' | 'uses' | 'actsOf'> {
  readonly one: Label
  /** False keeps the field open. */
  readonly onRename: (one: Label, name: string) => Promise<boolean>
  readonly onRemove: () => void
}

function LabelLine({ one, uses, actsOf, update, remove, onRename, onRemove }: LabelLineProps): ReactNode {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) {
    const done = async (name: string) => {
      if (await onRename(one, name)) setEditing(false)
    }
    return (
      <li>
        <NameInput
          label={`${one.name}的新名称`}
          first={one.name}
          onDone={(name) => void done(name)}
          onCancel={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li>
      <span className="kp-label-name" title={one.name}>
        {one.name}
      </span>
      {uses && <span className="kp-hint">{`${usesOf(one, uses)}${uses.unit}`}</span>}
      {actsOf?.(one)}
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={`重命名${one.name}`}
        onClick={() => mayOrWarn(update) && setEditing(true)}
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={`删除${one.name}`}
        onClick={() => mayOrWarn(remove) && onRemove()}
      />
    </li>
  )
}

interface NameInputProps {
  readonly label: string
  readonly first: string
  readonly onDone: (name: string) => void
  readonly onCancel: () => void
}

/** Enter and leaving the field are done, Esc takes back. */
function NameInput({ label: name, first, onDone, onCancel }: NameInputProps): ReactNode {
  const [value, setValue] = useState(first)
  const input = useRef<InputRef>(null)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) input.current?.blur()
    if (event.key !== 'Escape') return
    // The drawer would close.
    event.stopPropagation()
    onCancel()
  }
  return (
    <Input
      ref={input}
      autoFocus
      aria-label={name}
      value={value}
      maxLength={longestName}
      showCount
      placeholder={`请输入名称，最多${longestName}个字符`}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={keys}
      onBlur={() => onDone(value.trim())}
    />
  )
}
