import { DownloadOutlined, LeftOutlined, RightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { type ReactNode, useRef } from 'react'
import { saveUrl } from '../client/download.ts'
import { EmptyState } from '../states.tsx'
import { PdfFrame } from './pdf-frame.tsx'
import { usePages } from './use-pages.ts'
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

function Pages({ name, pages }: { readonly name: string; readonly pages: readonly string[] }): ReactNode {
  const scroller = useRef<HTMLElement>(null)
  const { page, goTo, onScroll, zoom, zoomIn, zoomOut } = usePages(scroller, { count: pages.length })
  return (
    <div className="kp-document">
      <section
        ref={scroller}
        className="kp-document-pages"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {pages.map((url, index) => (
          <div className="kp-document-page" key={url} data-page={index} style={{ width: `${zoom}%`, height: (820 * zoom) / 100 }}>
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
        <Button icon={<ZoomOutOutlined />} aria-label="缩小" disabled={!zoomOut} onClick={zoomOut} />
        <span>{zoom}%</span>
        <Button icon={<ZoomInOutlined />} aria-label="放大" disabled={!zoomIn} onClick={zoomIn} />
      </div>
    </div>
  )
}
