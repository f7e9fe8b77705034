import type { Endpoint, InputOf, OutputOf, Right } from '@kaopei/contract'
import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { report } from './client/error-policy.ts'
import { mayOrWarn } from './list/no-permission.ts'
import { type Told, useAction } from './query.ts'
import { isSure, type Question } from './question.ts'

export interface ActionButtonProps<E extends Endpoint> extends Omit<ButtonProps, 'onClick' | 'loading' | 'action'> {
  readonly endpoint: E
  /** What is sent; a function is asked at the click and may say `undefined` to stop. */
  readonly input?: InputOf<E> | (() => InputOf<E> | undefined)
  readonly confirm?: Question
  readonly successText?: Told<E>
  /** What failed, said before the reason. */
  readonly failText?: string
  readonly onDone?: (data: OutputOf<E>) => void
  readonly refreshes?: readonly Endpoint[]
}

/** A button that calls an endpoint, and so knows its right. Without the right it warns 'no permission' and calls nothing. */
export function ActionButton<E extends Endpoint>(props: ActionButtonProps<E>): ReactNode {
  const { endpoint, input, confirm, successText, failText, onDone, refreshes, ...button } = props
  const action = useAction(endpoint, {
    ...(successText !== undefined && { successText }),
    ...(failText !== undefined && { failText }),
    ...(onDone && { onDone }),
    ...(refreshes && { refreshes }),
  })
  const click = async () => {
    if (!mayOrWarn(endpoint)) return
    // A function as input is a question to the screen, never the input itself: inputs are JSON.
    const asked = isQuestion<InputOf<E>>(input) ? input() : input
    if (isQuestion(input) && asked === undefined) return
    if (confirm !== undefined && !(await isSure(confirm))) return
    await action.run(asked as InputOf<E>) // undefined only where the endpoint needs no input
  }
  return (
    <Button
      {...button}
      loading={action.isRunning}
      onClick={() => void click().catch((error: unknown) => report(error, endpoint.facts.path))}
    />
  )
}

function isQuestion<Input>(input: unknown): input is () => Input | undefined {
  return typeof input === 'function'
}

export interface RightButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The right, or the endpoint that the click leads to. */
  readonly right: Right | Endpoint | string
  readonly onClick: () => void
}

/** A button that opens something (a drawer, a page) whose endpoint needs a right. */
export function RightButton({ right, onClick, ...button }: RightButtonProps): ReactNode {
  return <Button {...button} onClick={() => mayOrWarn(right) && onClick()} />
}
