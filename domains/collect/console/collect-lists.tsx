import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { customType } from '@kaopei/org/contract/own-fields'
import { confirmAction, RightButton, ToneTag, useAction } from '@kaopei/web'
import { Button, Tooltip } from 'antd'
import { type DragEvent, type ReactNode, useState } from 'react'
import { mostFields } from '../contract/codes.ts'
import type { CollectField } from '../contract/field.ts'
import { outerField } from '../contract/outer-field.ts'
import { FieldDialog } from './field.dialog.tsx'
import { type ListName, type Lists, listNames, listTitles, moved, shifted, withField, withoutField } from './field-lists.ts'
import './collect.css'

interface Props {
  readonly lists: Lists
  readonly onChange: (lists: Lists) => void
}

type Edited = { readonly field?: CollectField }

/** 必填, 选填, 未添加: fields are dragged between the lists, or moved by their buttons. New ones begin in 未添加. */
export function CollectLists({ lists, onChange }: Props): ReactNode {
  const [edited, setEdited] = useState<Edited>()
  const [dragged, setDragged] = useState<string>()
  const ownCount = listNames.flatMap((name) => lists[name]).filter(({ isReadOnly }) => !isReadOnly).length
  const drop = (to: ListName, beforeId?: string) => {
    if (dragged !== undefined) onChange(moved(lists, dragged, to, beforeId))
    setDragged(undefined)
  }
  return (
    <>
      <div className="kp-collect">
        {listNames.map((name) => (
          <section
            key={name}
            className="kp-collect-list"
            aria-label={listTitles[name]}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              drop(name)
            }}
          >
            <h3>
              {listTitles[name]} <span className="kp-number">{lists[name].length}</span>
            </h3>
            <ul>
              {lists[name].map((field) => (
                <FieldLine
                  key={field.value}
                  field={field}
                  name={name}
                  onMove={(to) => onChange(moved(lists, field.value, to))}
                  onShift={(by) => onChange(shifted(lists, field.value, by))}
                  onEdit={() => setEdited({ field })}
                  onRemoved={() => onChange(withoutField(lists, field.value))}
                  onDragStart={() => setDragged(field.value)}
                  onDragEnd={() => setDragged(undefined)}
                  onDropBefore={() => drop(name, field.value)}
                />
              ))}
            </ul>
            {lists[name].length === 0 && <p className="kp-collect-empty">拖动字段到这里</p>}
            {name === 'unkown' && (
              <RightButton
                right={outerField.add}
                type="dashed"
                block
                icon={<PlusOutlined />}
                disabled={ownCount >= mostFields}
                onClick={() => setEdited({})}
              >
                添加字段（{ownCount}/{mostFields}）
              </RightButton>
            )}
          </section>
        ))}
      </div>
      {edited && (
        <FieldDialog
          {...(edited.field && { field: edited.field })}
          onClose={() => setEdited(undefined)}
          onSaved={(field) => onChange(withField(lists, field))}
        />
      )}
    </>
  )
}

interface LineProps {
  readonly field: CollectField
  readonly name: ListName
  readonly onMove: (to: ListName) => void
  readonly onShift: (by: 1 | -1) => void
  readonly onEdit: () => void
  readonly onRemoved: () => void
  readonly onDragStart: () => void
  readonly onDragEnd: () => void
  readonly onDropBefore: () => void
}

function FieldLine(props: LineProps): ReactNode {
  const { field, name, onMove, onShift, onEdit, onDragStart, onDragEnd, onDropBefore } = props
  const start = (event: DragEvent) => {
    // Without data some browsers drag nothing.
    event.dataTransfer.setData('text/plain', field.label)
    event.dataTransfer.effectAllowed = 'move'
    onDragStart()
  }
  return (
    <li
      draggable
      onDragStart={start}
      onDragEnd={onDragEnd}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onDropBefore()
      }}
    >
      <div className="kp-collect-name">
        <HolderOutlined aria-hidden />
        <span title={field.label}>{field.label}</span>
        <ToneTag tone="neutral">{customType.label(field.customType)}</ToneTag>
      </div>
      <div className="kp-collect-buttons">
        {field.isMove ? (
          listNames
            .filter((to) => to !== name)
            .map((to) => (
              <button
                key={to}
                type="button"
                className="kp-link"
                aria-label={`${field.label}移到${listTitles[to]}`}
                onClick={() => onMove(to)}
              >
                {listTitles[to]}
              </button>
            ))
        ) : (
          <span className="kp-collect-fixed">固定必填</span>
        )}
        {name !== 'unkown' && (
          <>
            <Small label={`${field.label}上移`} icon={<ArrowUpOutlined />} onClick={() => onShift(-1)} />
            <Small label={`${field.label}下移`} icon={<ArrowDownOutlined />} onClick={() => onShift(1)} />
          </>
        )}
        {!field.isReadOnly && <Small label={`编辑${field.label}`} icon={<EditOutlined />} onClick={onEdit} />}
        {!field.isReadOnly && <Remove {...props} />}
      </div>
    </li>
  )
}

interface SmallProps {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

function Small({ label, icon, onClick }: SmallProps): ReactNode {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}

function Remove({ field, onRemoved }: LineProps): ReactNode {
  const remove = useAction(outerField.remove, { successText: '删除成功', refreshes: [outerField.get] })
  const ask = async () => {
    const content = `删除“${field.label}”后，所有考试都不再收集此字段，已填写的内容会保留。`
    if (!(await confirmAction({ title: '确认删除？', content, isDangerous: true }))) return
    if ((await remove.run({ id: field.value })).ok) onRemoved()
  }
  return (
    <RightButton
      right={outerField.remove}
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      aria-label={`删除${field.label}`}
      title={`删除${field.label}`}
      loading={remove.isRunning}
      onClick={() => void ask()}
    />
  )
}
