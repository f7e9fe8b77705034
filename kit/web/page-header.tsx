import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'

export interface PageHeaderProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** 返回: to the previous page, or wherever the handler leads. */
  readonly back?: boolean | (() => void)
  readonly tags?: ReactNode
  /** Buttons at the right. */
  readonly extra?: ReactNode
  readonly tabs?: {
    readonly items: readonly { readonly key: string; readonly label: ReactNode }[]
    readonly active: string
    readonly onChange: (key: string) => void
  }
}

/** The head of a screen: what it is, its state, what can be done. */
export function PageHeader({ title, description, back, tags, extra, tabs }: PageHeaderProps): ReactNode {
  const navigate = useNavigate()
  // A page opened in a new tab has nowhere to go back to.
  const goBack = () => void (window.history.length > 1 ? navigate(-1) : navigate('/home'))
  return (
    <header className="kp-page-header">
      <div className="kp-page-header-line">
        {back && (
          <Button type="text" icon={<ArrowLeftOutlined />} onClick={back === true ? goBack : back}>
            返回
          </Button>
        )}
        <h1>{title}</h1>
        {tags && <div className="kp-page-header-tags">{tags}</div>}
        {extra && <div className="kp-page-header-extra">{extra}</div>}
      </div>
      {description && <p className="kp-page-header-text">{description}</p>}
      {tabs && <PageTabs tabs={tabs} />}
    </header>
  )
}

/** Tabs of a page without their panels: the address says which one is open. Arrow keys move between them. */
function PageTabs({ tabs }: { readonly tabs: NonNullable<PageHeaderProps['tabs']> }): ReactNode {
  const { items, active, onChange } = tabs
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = items.findIndex(({ key }) => key === active)
    const next = items[(at + step + items.length) % items.length]
    if (!next) return
    onChange(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <div className="kp-page-tabs" role="tablist" onKeyDown={move}>
      {items.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
