import { Button, Steps } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'

export interface WizardStep {
  readonly title: string
  /** Where the step stands; without an id that of a thing not saved yet. */
  readonly path: (id?: string) => string
}

export interface WizardProps {
  readonly title: ReactNode
  readonly header?: Omit<PageHeaderProps, 'title'>
  /** What the steps together are called. */
  readonly label: string
  readonly steps: readonly WizardStep[]
  /** Which of them is drawn, counted from 0. */
  readonly at: number
  /** Of what the steps fill; undefined until it is saved for the first time. Then every step can be gone to. */
  readonly id: string | undefined
  /** Answers the id when it was saved. A step without it has nothing to save. */
  readonly save?: () => Promise<string | undefined>
  readonly isSaving?: boolean
  /** In the footer, behind the step's own buttons. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** The template of a wizard: head, steps, the step's form, and a footer that saves and leads on. Each step is a page with an address of its own. */
export function Wizard(props: WizardProps): ReactNode {
  const { title, header, label, steps, at, id, children } = props
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={title} {...header} />
      <nav className="kp-card" aria-label={label}>
        <Steps
          className="kp-wizard-steps"
          current={at}
          size="small"
          items={steps.map((step) => ({ title: step.title, disabled: id === undefined }))}
          onChange={(chosen) => {
            const wanted = steps[chosen]
            if (id !== undefined && wanted) void navigate(wanted.path(id))
          }}
        />
      </nav>
      <div className="kp-wizard-body">{children}</div>
      <WizardFooter {...props} />
    </>
  )
}

function WizardFooter({ steps, at, id, save, isSaving = false, extra }: WizardProps): ReactNode {
  const navigate = useNavigate()
  const [previous, here, next] = [steps[at - 1], steps[at], steps[at + 1]]
  const saveAnd = async (after?: WizardStep) => {
    const saved = await save?.()
    if (saved === undefined) return
    // From its first saving the thing is in the address: on the way back, too, nobody finds an empty form and makes a second one.
    if (id === undefined && here) await navigate(here.path(saved), { replace: true })
    if (after) await navigate(after.path(saved))
  }
  return (
    <footer className="kp-page-foot kp-wizard-footer">
      {previous && <Button onClick={() => void navigate(previous.path(id))}>上一步</Button>}
      {save && (
        <Button loading={isSaving} onClick={() => void saveAnd()}>
          保 存
        </Button>
      )}
      {save && next && (
        <Button type="primary" loading={isSaving} onClick={() => void saveAnd(next)}>
          保存并下一步
        </Button>
      )}
      {extra}
    </footer>
  )
}
