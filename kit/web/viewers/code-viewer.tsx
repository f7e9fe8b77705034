import { Select } from 'antd'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { linesOf } from './code-tokens.ts'
import './viewers.css'

const themes = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'contrast', label: '高对比度' },
] as const
export type CodeTheme = (typeof themes)[number]['value']

export interface CodeViewerProps {
  readonly code: string
  /** What it is called, e.g. the language. */
  readonly name?: string
  readonly theme?: CodeTheme
}

/** Code to be read, with line numbers and a choice of themes. */
export default function CodeViewer({ code, name = '代码', theme: first = 'light' }: CodeViewerProps): ReactNode {
  const [theme, setTheme] = useState<CodeTheme>(first)
  const lines = useMemo(() => linesOf(code), [code])
  const id = useId()
  return (
    <figure className={`kp-source kp-source-${theme}`}>
      <figcaption>
        <span>{name}</span>
        <label htmlFor={id}>主题</label>
        <Select id={id} size="small" style={{ width: 110 }} value={theme} options={[...themes]} onChange={setTheme} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
      >
        <code>
          {lines.map((tokens, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name
            <span className="kp-source-line" key={line}>
              {tokens.map(({ kind, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: neither have the pieces of a line
                <span key={index} className={kind === 'plain' ? undefined : `kp-source-${kind}`}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
