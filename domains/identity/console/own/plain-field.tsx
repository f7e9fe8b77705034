import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface PlainFieldProps {
  readonly label: string
  readonly name: string
  readonly autoComplete: string
  readonly placeholder: string
  readonly problem: string | undefined
  readonly isSecret?: boolean
  /** Takes the focus when the screen opens. */
  readonly isFirst?: boolean
}

/** A labelled input with its message. */
export function PlainField(props: PlainFieldProps): ReactNode {
  const { label, name, autoComplete, placeholder, problem, isSecret = false, isFirst = false } = props
  const id = useId()
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The first thing anybody does here is typing.
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  return (
    <div className="kp-plain-field">
      <label htmlFor={id}>{label}</label>
      <div className="kp-plain-input" data-wrong={problem !== undefined}>
        <input
          ref={input}
          id={id}
          name={name}
          type={isSecret && !isShown ? 'password' : 'text'}
          autoComplete={autoComplete}
          placeholder={placeholder}
          maxLength={100}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
        />
        {isSecret && (
          <button type="button" aria-label={isShown ? '隐藏密码' : '显示密码'} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          </button>
        )}
      </div>
      <p id={`${id}-problem`} className="kp-plain-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
