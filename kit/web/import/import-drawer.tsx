import type { Endpoint } from '@kaopei/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UploadedFile } from '../client/upload.ts'
import { FocusReturn } from '../focus-return.tsx'
import { whenShown } from '../when-opened.tsx'
import type { ImportCheckReport, ImportRefusal, ImportResult } from './import-result.ts'

export interface ColumnMapping {
  /** What the columns of the file can mean. */
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isRequired?: boolean }[]
  /** Looks into the file that `{ fileId, fileUrl }` names. */
  readonly preview: (file: UploadedFile) => Promise<MappingPreview>
}

export interface MappingPreview {
  /** The file's head line. */
  readonly headers: readonly string[]
  /** field → column */
  readonly suggestion?: Readonly<Record<string, number>>
  /** The first rows below the head, cell by cell. */
  readonly samples?: readonly (readonly string[])[]
  readonly warnings?: readonly string[]
  /** The file is the template: its columns mean what the suggestion says, and nobody is asked. */
  readonly isTemplate?: boolean
}

export type ImportInput = Readonly<Record<string, unknown>>

export interface ImportFollow {
  /** How far it is, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Aborted when the drawer no longer waits. */
  readonly signal: AbortSignal
}

export interface ImportCheck {
  /** Reads everything and writes nothing; gets what the import will get. */
  readonly run: (input: ImportInput, follow: ImportFollow) => Promise<ImportCheckReport | ImportRefusal>
  /** What one row of the file is, for `12 道试题`; 条数据 when absent. */
  readonly unit?: string
  /** What is done to rows that contradict what is there. Without it nobody is asked. */
  readonly conflictWords?: { readonly skip: string; readonly overwrite: string }
}

export interface ImportDrawerProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly templateEndpoint?: Endpoint
  readonly templateInput?: unknown
  /** Gets `{ fileUrl, fileId, ...extras, columnMapping? }`, after a check also `{ conflicts, isAllOrNothing }`, and answers an ImportResult. */
  readonly importEndpoint: Endpoint | ((input: ImportInput, follow: ImportFollow) => Promise<unknown>)
  /** Shows what an import would do before anything is written. */
  readonly check?: ImportCheck
  readonly extras?: ImportInput
  readonly mapping?: ColumnMapping
  /** Purpose of the upload; `import` takes .xls and .xlsx. */
  readonly purpose?: string
  /** What an import needs to know before it gets a file; drawn above the place for it. */
  readonly options?: ReactNode
  /** Why no file is taken yet: 请先选择题库. */
  readonly whyNot?: string | undefined
  readonly hint?: ReactNode
  /** A sentence below the number of imported rows. */
  readonly doneText?: (result: ImportResult) => ReactNode
  readonly onDone?: (result: ImportResult) => void
  /** Some went in, also beside others that did not. */
  readonly onImported?: (result: ImportResult) => void
}

/** The stepper without a drawer, for a picker's tab: 完 成 and 重新上传 begin anew. */
export const ImportStepper = whenShown(() => import('./import-stepper.tsx'))

const ImportCanvas = lazy(() => import('./import-canvas.tsx'))

/** Batch import: download template → upload → check → import. Closing and 重新上传 begin anew. */
export function ImportDrawer(props: ImportDrawerProps): ReactNode {
  const [hasOpened, setOpened] = useState(props.open)
  if (props.open && !hasOpened) setOpened(true)
  if (!hasOpened) return null
  return (
    <>
      {props.open && <FocusReturn />}
      <Suspense>
        <ImportCanvas {...props} />
      </Suspense>
    </>
  )
}
