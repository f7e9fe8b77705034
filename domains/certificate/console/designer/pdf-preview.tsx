import { ErrorState, PageSkeleton } from '@kaopei/web'
import { fetchFile } from '@kaopei/web/client'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { Layout } from '../../contract/layout.ts'
import { template } from '../../contract/template.ts'
import type { PreviewKind } from '../../contract/variables.ts'

export interface PreviewProps {
  readonly templateId: string
  readonly layout: Layout
  readonly kind: PreviewKind
  readonly onClose: () => void
}

/** The PDF of what is being drawn, as it would be printed. */
export default function PdfPreview({ templateId, layout, kind, onClose }: PreviewProps): ReactNode {
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<Error>()
  // A file is asked of the server when the drawer opens, and its address given back when it closes.
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    fetchFile(template.preview, { id: templateId, layout, kind }, { silent: true }).then(
      ({ blob }) => {
        if (isOver) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      (failure: unknown) => setError(failure instanceof Error ? failure : new Error('预览没有生成')),
    )
    return () => {
      isOver = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [templateId, layout, kind])
  return (
    <Drawer open title="预览 PDF" size={960} onClose={onClose}>
      {error ? (
        <ErrorState error={error} />
      ) : url === undefined ? (
        <PageSkeleton />
      ) : (
        <iframe src={url} title="预览 PDF" className="kp-design-pdf" />
      )}
    </Drawer>
  )
}
