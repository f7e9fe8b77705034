import { Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'

export interface RichTextEditorProps {
  readonly value?: string
  readonly onChange?: (html: string) => void
  readonly placeholder?: string
  /** One line of buttons less, lower: for options and comments. */
  readonly minimal?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly label?: string
}

const Editor = lazy(() => import('./rich-text-canvas.tsx'))

/** Formatted text: bold, italic, underline, strikethrough, colour, image, code, undo, redo, full screen. */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton.Input active block style={{ height: props.minimal ? 72 : 160 }} />}>
      <Editor {...props} />
    </Suspense>
  )
}
