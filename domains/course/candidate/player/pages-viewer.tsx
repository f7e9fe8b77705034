import { useStore } from '@kaopei/web/client'
import { useInView, usePages } from '@kaopei/web/viewer-hooks'
import { type ReactNode, useRef } from 'react'
import type { PlayerProps } from './courseware-task.tsx'

/** Pages of a document one below the other, or a picture. A page counts while it is in view; two beside each other both do. */
export default function PagesViewer({ opened, reporter, title }: PlayerProps): ReactNode {
  const { pages } = opened.shown
  const scroller = useRef<HTMLElement>(null)
  const recorded = useStore(reporter.recorded)
  const register = useInView(scroller, (indexes, seconds) => reporter.saw(indexes, seconds))
  const onPage = (page: number) => {
    reporter.state = { rate: 1, position: page }
  }
  const { page, goTo, onScroll, zoom, zoomIn, zoomOut } = usePages(scroller, {
    ...{ count: pages.length, start: opened.position, onPage },
  })
  return (
    <div className="learn-document">
      <section
        ref={scroller}
        className="learn-pages"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {pages.map(({ url, width, height }, index) => (
          <div
            key={url}
            ref={register}
            data-page={index}
            className={isRead(recorded.pageSeconds[index], opened) ? 'is-read' : undefined}
            style={{ width: `calc(min(100%, 960px) * ${zoom / 100})` }}
          >
            <img src={url} width={width} height={height} alt={`${title} 第 ${index + 1} 页`} loading="lazy" />
          </div>
        ))}
      </section>
      <div className="learn-buttons">
        {pages.length > 1 && (
          <>
            <button type="button" disabled={page <= 1} onClick={() => goTo(page - 1)}>
              上一页
            </button>
            <input
              type="number"
              aria-label="页码"
              min={1}
              max={pages.length}
              value={page}
              onChange={({ target }) => target.value !== '' && goTo(Number(target.value))}
            />
            <span>/ 共 {pages.length} 页</span>
            <button type="button" disabled={page >= pages.length} onClick={() => goTo(page + 1)}>
              下一页
            </button>
          </>
        )}
        <button type="button" disabled={!zoomOut} onClick={zoomOut}>
          缩小
        </button>
        <button type="button" disabled={!zoomIn} onClick={zoomIn}>
          放大
        </button>
      </div>
    </div>
  )
}

const isRead = (seconds: number | undefined, { rule }: PlayerProps['opened']) => (seconds ?? 0) >= rule.secondsPerPage
