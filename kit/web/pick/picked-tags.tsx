import { CloseOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PickApi, type Picked, pickKey } from './pick.ts'

const shownAtOnce = 200

/** What has been picked so far, each with a way to take it back unless it is locked. */
export function PickedTags({ pick }: { readonly pick: Pick<PickApi, 'items' | 'remove' | 'clear'> }): ReactNode {
  const [limit, setLimit] = useState(shownAtOnce)
  const { items, remove, clear } = pick
  return (
    <section className="kp-picked" aria-label="已选择">
      <div className="kp-picked-head">
        <span aria-live="polite">{items.length > 0 ? `已选择(${items.length})` : '请选择...'}</span>
        {items.some(({ locked }) => !locked) && (
          <button type="button" className="kp-link" onClick={clear}>
            清空
          </button>
        )}
      </div>
      <div className="kp-picked-tags">
        {items.slice(0, limit).map((item) => (
          <PickedTag key={pickKey(item)} item={item} onRemove={() => remove([item])} />
        ))}
      </div>
      {items.length > limit && (
        <Button type="link" size="small" onClick={() => setLimit(limit + shownAtOnce)}>
          还有 {items.length - limit} 项，显示更多
        </Button>
      )}
    </section>
  )
}

function PickedTag({ item, onRemove }: { readonly item: Picked; readonly onRemove: () => void }): ReactNode {
  const { name, detail, locked } = item
  const hint = [name, detail, locked ? '不可移除' : ''].filter(Boolean).join(' · ')
  const text = <span className="kp-picked-name">{name}</span>
  if (locked) return <Tag title={hint}>{text}</Tag>
  return (
    <Tag
      title={hint}
      closable
      closeIcon={
        <button type="button" aria-label={`移除${name}`}>
          <CloseOutlined />
        </button>
      }
      onClose={(event) => {
        event.preventDefault()
        onRemove()
      }}
    >
      {text}
    </Tag>
  )
}
