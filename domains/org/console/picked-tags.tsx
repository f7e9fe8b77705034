import { CloseOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'

const shownAtOnce = 200

export interface PickedTagsProps {
  readonly items: readonly { readonly id: string; readonly name: string; readonly detail?: string | null | undefined }[]
  readonly lockedIds: ReadonlySet<string>
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
}

/** What has been picked so far, each with a way to take it back unless it is locked. */
export function PickedTags({ items, lockedIds, onRemove, onClear }: PickedTagsProps): ReactNode {
  const [limit, setLimit] = useState(shownAtOnce)
  const title = items.length > 0 ? `已选择(${items.length})` : '请选择...'
  return (
    <section className="kp-picked" aria-label="已选择">
      <div className="kp-picked-head">
        <span aria-live="polite">{title}</span>
        {items.some(({ id }) => !lockedIds.has(id)) && (
          <button type="button" className="kp-link" onClick={onClear}>
            清空
          </button>
        )}
      </div>
      <div className="kp-picked-tags">
        {items.slice(0, limit).map(({ id, name, detail }) => (
          <PickedTag key={id} name={name} detail={detail} onRemove={lockedIds.has(id) ? undefined : () => onRemove(id)} />
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

function PickedTag(props: {
  readonly name: string
  readonly detail: string | null | undefined
  readonly onRemove: (() => void) | undefined
}): ReactNode {
  const { name, detail, onRemove } = props
  const hint = [name, detail, onRemove ? '' : '不可移除'].filter(Boolean).join(' · ')
  const text = <span className="kp-picked-name">{name}</span>
  if (!onRemove) return <Tag title={hint}>{text}</Tag>
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
