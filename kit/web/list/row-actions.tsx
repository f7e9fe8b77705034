import { DownOutlined } from '@ant-design/icons'
import type { Endpoint, InputOf, Right } from '@kaopei/contract'
import { Button, type MenuProps, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { report } from '../client/error-policy.ts'
import { DropMenu } from '../drop-menu.tsx'
import { type Runner, type UseActionOptions, useRunner } from '../query.ts'
import { isSure, type Question } from '../question.ts'
import { mayOrWarn } from './no-permission.ts'

interface Worded {
  readonly label: string
  /** What a screen reader says, where the label alone does not tell the rows apart. */
  readonly name?: string
  readonly isDangerous?: boolean
  /** Behind 更多. */
  readonly isFolded?: boolean
  /** Why it cannot be done with this row, said on hover; empty where it needs no words. */
  readonly refusal?: string | undefined
}

/** Something that can be done with a row: it opens a drawer or a page, or calls an endpoint (`calling`). */
export type RowAction = Acting | Leading

export interface Acting extends Worded {
  /** Of several rights one is enough. */
  readonly right?: Right | readonly Right[] | Endpoint | string
  readonly run: (runner: Runner) => unknown
}

/** Another page. */
interface Leading extends Pick<Worded, 'label' | 'name'> {
  readonly to: string
}

interface Calling<E extends Endpoint>
  extends Worded,
    Pick<UseActionOptions<E>, 'successText' | 'failText' | 'onDone' | 'refreshes'> {
  readonly input: InputOf<E>
  readonly confirm?: Question
}

/** An action that calls an endpoint, and so needs its right. */
export function calling<E extends Endpoint>(endpoint: E, action: Calling<E>): Acting {
  const { input, confirm, ...words } = action
  return {
    ...words,
    right: endpoint,
    run: async ({ run }) => {
      if (confirm === undefined || (await isSure(confirm))) await run(endpoint, input, words)
    },
  }
}

/** A line between what is behind 更多. */
export const divider = 'divider'

export interface RowActionsProps {
  /** Without those that are absent: `condition && action`. */
  readonly actions: readonly (RowAction | typeof divider | false | null | undefined)[]
  /** What a screen reader calls 更多. */
  readonly moreName?: string
  /** On several lines where the column is narrower than they are; on one line unless said. */
  readonly wraps?: boolean
}

/** What can be done with a row of a list: a few links, the others behind 更多. Without its right an action warns and does nothing. */
export function RowActions({ actions, moreName, wraps = false }: RowActionsProps): ReactNode {
  const runner = useRunner()
  const [begun, setBegun] = useState<string>()
  const known = actions.filter((action) => action !== false && action !== null && action !== undefined)
  const start = (action: Acting) => {
    setBegun(action.label)
    return act(action, runner)
  }
  const folded = known.filter(isFolded)
  return (
    <Space className="kp-row-acts" size={0} wrap={wraps}>
      {known.map((action) => {
        if (isFolded(action)) return null
        if ('to' in action) return <RowLink key={action.label} {...action} />
        const isRunning = runner.isRunning && begun === action.label
        return <RowButton key={action.label} action={action} isRunning={isRunning} start={() => void start(action)} />
      })}
      {folded.length > 0 && (
        <DropMenu menu={{ items: folded.map((action) => itemOf(action, start)) }}>
          <Button type="link" size="small" {...(moreName && { 'aria-label': moreName })}>
            更多 <DownOutlined />
          </Button>
        </DropMenu>
      )}
    </Space>
  )
}

/** For menus of other things than rows: does one of their actions, as a row's would be done. */
export function useActing(): (action: Acting | undefined) => void {
  const runner = useRunner()
  return (action) => void (action && act(action, runner))
}

async function act(action: Acting, runner: Runner): Promise<void> {
  if (action.right !== undefined && !mayOrWarn(action.right)) return
  await Promise.resolve(action.run(runner)).catch((error: unknown) => report(error, action.label))
}

type Folded = Acting & { readonly isFolded: true }

function isFolded(action: RowAction | typeof divider): action is Folded | typeof divider {
  return action === divider || ('isFolded' in action && action.isFolded === true)
}

function RowLink({ label, name, to }: Leading): ReactNode {
  return (
    <Link to={to} className="kp-row-link" {...(name && { 'aria-label': name })}>
      {label}
    </Link>
  )
}

function RowButton({ action, isRunning, start }: { action: Acting; isRunning: boolean; start: () => void }): ReactNode {
  const { label, name, isDangerous = false, refusal } = action
  return (
    <Button
      type="link"
      size="small"
      danger={isDangerous}
      disabled={refusal !== undefined}
      {...(refusal && { title: refusal })}
      {...(name && { 'aria-label': name })}
      loading={isRunning}
      onClick={start}
    >
      {label}
    </Button>
  )
}

function itemOf(
  action: Acting | typeof divider,
  start: (action: Acting) => Promise<void>,
): NonNullable<MenuProps['items']>[number] {
  if (action === divider) return { type: 'divider' }
  const { label, isDangerous = false, refusal } = action
  return { key: label, label, danger: isDangerous, disabled: refusal !== undefined, onClick: () => void start(action) }
}
