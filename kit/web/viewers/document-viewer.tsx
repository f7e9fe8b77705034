import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { saveUrl } from '../client/download.ts'
import { EmptyState } from '../states.tsx'
import { PdfFrame } from './pdf-frame.tsx'
import './viewers.css'

export interface DocumentViewerProps {
  readonly name: string
  /** Pictures of the pages, where the server made some. */
  readonly pages?: readonly string[]
  /** The file itself, or the PDF that the server made of an office file. */
  readonly pdfUrl?: string
  /** The file as it was uploaded. */
  readonly fileUrl?: string
}

const isPdf = (name: string) => /\.pdf$/i.test(name)

/** A document: its pages as pictures, else as PDF in the browser's own viewer, else to be downloaded. */
export default function DocumentViewer({ name, pages, pdfUrl, fileUrl }: DocumentViewerProps): ReactNode {
  if (pages && pages.length > 0) return <Pages name={name} pages={pages} />
  const pdf = pdfUrl ?? (isPdf(name) ? fileUrl : undefined)
  // Most phones' browsers open a PDF by itself only.
  const canShowPdf = navigator.pdfViewerEnabled !== false
  if (pdf && canShowPdf) return <PdfFrame name={name} url={pdf} />
  if (!fileUrl) return <EmptyState text="数据为空" />
  return (
    <EmptyState
      text={pdf ? `当前浏览器不能在线预览“${name}”，请下载后查看` : `“${name}”转换后才能在线预览，请先下载查看`}
      action={
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => saveUrl(fileUrl, name)}>
          下载文件
        </Button>
      }
    />
  )
}

/** The page that fills most of the viewer: what has scrolled past counts from half a page on. */
export function pageAt(scrollTop: number, pageHeight: number, pageCount: number): number {
  if (pageHeight <= 0) return 1
  return Math.min(pageCount, Math.max(1, Math.floor(scrollTop / pageHeight + 0.5) + 1))
}

function Pages({ name, pages }: { readonly name: string; readonly pages: readonly string[] }): ReactNode {
  const scroller = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  const heightOf = (element: HTMLElement) => element.scrollHeight / pages.length
  const goTo = (wanted: number) => {
    const next = Math.min(pages.length, Math.max(1, Math.round(wanted)))
    const element = scroller.current
    if (element) element.scrollTop = (next - 1) * heightOf(element)
    setPage(next)
  }
  return (
    <div className="kp-document">
      <section
        ref={scroller}
        className="kp-document-pages"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => setPage(pageAt(currentTarget.scrollTop, heightOf(currentTarget), pages.length))}
      >
        {pages.map((url, index) => (
          <div className="kp-document-page" key={url}>
            <img src={url} alt={`${name} 第 ${index + 1} 页`} loading="lazy" />
          </div>
        ))}
      </section>
      <div className="kp-document-tools">
        <Button icon={<LeftOutlined />} aria-label="上一页" disabled={page <= 1} onClick={() => goTo(page - 1)} />
        <InputNumber
          aria-label="页码"
          min={1}
          max={pages.length}
          value={page}
          controls={false}
          style={{ width: 64 }}
          onChange={(value) => value !== null && goTo(value)}
        />
        <span>/ 共 {pages.length} 页</span>
        <Button icon={<RightOutlined />} aria-label="下一页" disabled={page >= pages.length} onClick={() => goTo(page + 1)} />
      </div>
    </div>
  )
}
