import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import type { ReactNode } from 'react'
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
      {tabs && (
        <Tabs
          activeKey={tabs.active}
          onChange={tabs.onChange}
          items={tabs.items.map(({ key, label }) => ({ key, label }))}
          tabBarStyle={{ margin: 0 }}
        />
      )}
    </header>
  )
}
