import type { Endpoint } from '@kaopei/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UploadedFile } from './client/upload.ts'
import type { ImportResult } from './import-result.ts'

export interface ColumnMapping {
  /** What the columns of the file can mean. */
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isRequired?: boolean }[]
  /** Answers the file's head line: `{ headers: string[], suggestion?: Record<field, column> }` for `{ fileId, fileUrl }`. */
  readonly preview: (file: UploadedFile) => Promise<{ headers: readonly string[]; suggestion?: Readonly<Record<string, number>> }>
}

export interface ImportDrawerProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly templateEndpoint?: Endpoint
  readonly templateInput?: unknown
  /** Gets `{ fileUrl, fileId, ...extras, columnMapping? }` and answers an ImportResult; or a function that runs the import as a job. */
  readonly importEndpoint: Endpoint | ((input: Readonly<Record<string, unknown>>) => Promise<unknown>)
  readonly extras?: Readonly<Record<string, unknown>>
  readonly mapping?: ColumnMapping
  /** Purpose of the upload; `import` takes .xls and .xlsx. */
  readonly purpose?: string
  readonly hint?: ReactNode
  readonly onDone?: (result: ImportResult) => void
}

const ImportCanvas = lazy(() => import('./import-canvas.tsx'))

/** Batch import: download template → upload → check → import. Closing and 重新上传 begin anew. */
export function ImportDrawer(props: ImportDrawerProps): ReactNode {
  const [hasOpened, setOpened] = useState(props.open)
  if (props.open && !hasOpened) setOpened(true)
  if (!hasOpened) return null
  return (
    <Suspense>
      <ImportCanvas {...props} />
    </Suspense>
  )
}
