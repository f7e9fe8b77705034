import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import '../session.css'

interface BlankResultProps {
  readonly status: '403' | '404'
  readonly title: string
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly to?: string; readonly run?: () => void }[]
}

/** A page that only says what happened and where to go. */
export function BlankResult({ status, title, text, actions }: BlankResultProps): ReactNode {
  const navigate = useNavigate()
  return (
    <main className="kp-blank">
      <Result
        status={status}
        title={<h1 style={{ margin: 0, fontSize: 24, fontWeight: 600 }}>{title}</h1>}
        subTitle={text}
        extra={actions.map(({ label, to, run }, index) => (
          <Button key={label} type={index === 0 ? 'primary' : 'default'} onClick={() => (to ? void navigate(to) : run?.())}>
            {label}
          </Button>
        ))}
      />
    </main>
  )
}
