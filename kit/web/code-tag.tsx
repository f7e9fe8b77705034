import type { Tone } from '@kaopei/contract'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Dash } from './dash.tsx'

/** Colours of states, once: readable text on a soft ground of the same family. */
export const toneColours: Readonly<Record<Tone, { readonly text: string; readonly ground: string; readonly solid: string }>> = {
  neutral: { text: '#51565d', ground: '#f0f1f4', solid: '#8b919b' },
  info: { text: '#1d5fa8', ground: '#e8f3ff', solid: '#409eff' },
  active: { text: '#5b3cc4', ground: '#f1edff', solid: '#7a5cf0' },
  success: { text: '#1f7a34', ground: '#e6f6ea', solid: '#2f9e44' },
  warning: { text: '#96510a', ground: '#fff3e0', solid: '#e08a17' },
  danger: { text: '#b42318', ground: '#fdecea', solid: '#d92d20' },
}

interface Codes {
  readonly label: (code: number) => string
  readonly tone: (code: number) => Tone
}

/** A coded value as a coloured label: `<CodeTag codes={examStatus} value={row.status} />`. */
export function CodeTag({ codes, value }: { readonly codes: Codes; readonly value: number | null | undefined }): ReactNode {
  if (value === null || value === undefined) return <Dash />
  return <ToneTag tone={codes.tone(value)}>{codes.label(value)}</ToneTag>
}

export function ToneTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  const { text, ground } = toneColours[tone]
  return (
    <Tag variant="filled" style={{ color: text, background: ground, marginInlineEnd: 0 }}>
      {children}
    </Tag>
  )
}
