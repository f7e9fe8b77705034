import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { saveUrl } from '../client/download.ts'
import { Bones, ErrorState } from '../states.tsx'

/** A PDF in the browser's own viewer. Stored files are served shut in, so that the viewer gets the bytes as the page's own. */
export function PdfFrame({ name, url }: { readonly name: string; readonly url: string }): ReactNode {
  const asked = useQuery({ queryKey: ['file', url], queryFn: ({ signal }) => readPdf(url, signal), gcTime: 0, retry: false })
  const address = useObjectUrl(asked.data)
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!address) return <Bones rows={8} />
  return (
    <div className="kp-pdf">
      <iframe title={name} src={`${address}#view=FitH&navpanes=0`} />
      <Button icon={<DownloadOutlined />} onClick={() => saveUrl(url, name)}>
        下载文件
      </Button>
    </div>
  )
}

async function readPdf(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return new Blob([await answer.arrayBuffer()], { type: 'application/pdf' })
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  // The browser keeps the bytes until it is told that nobody needs them.
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
