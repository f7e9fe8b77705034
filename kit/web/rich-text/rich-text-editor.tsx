import { lazy, type ReactNode, Suspense } from 'react'
import { Bones } from '../states.tsx'

export interface RichTextEditorProps {
  readonly value?: string
  readonly onChange?: (html: string) => void
  readonly placeholder?: string
  /** One line of buttons less, lower: for options and comments. */
  readonly minimal?: boolean
  /** False where a picture of this house could not be opened: in a mail. */
  readonly hasImages?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly label?: string
}

const Editor = lazy(() => import('./rich-text-canvas.tsx'))

/** Formatted text: bold, italic, underline, strikethrough, colour, image, code, undo, redo, full screen. */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  return (
    <Suspense fallback={<Bones rows={props.minimal ? 1 : 4} />}>
      <Editor {...props} />
    </Suspense>
  )
}
