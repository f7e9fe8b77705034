import type { Answer, FileAnswer } from '../../contract/answers.ts'
import type { Element } from '../../contract/definition.ts'

export type AnsweredFile = FileAnswer['files'][number]

/** How files get to the server from where the sheet stands; on the phone beside the editor they do not. */
export interface SheetFiles {
  readonly accept: string
  /** Rejects with the words that a person reads. */
  readonly upload: ((file: File, onProgress: (share: number) => void) => Promise<AnsweredFile>) | undefined
}

export interface FieldProps<One extends Element = Element> {
  readonly element: One
  /** The control's id; parts of a group begin with it. */
  readonly id: string
  readonly answer: Answer | undefined
  /** What the control is described by: the note, the problem. */
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly files: SheetFiles
  /** `undefined` takes the answer back. */
  readonly onChange: (answer: Answer | undefined) => void
}
