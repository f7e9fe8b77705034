import { useStore } from '@kaopei/web/client'
import { type ReactNode, useRef, useState } from 'react'
import type { PlayerProps } from './courseware-task.tsx'
import { useInView } from './use-in-view.ts'

/** Pages of a document one below the other, or a picture. A page counts while it is in view; two beside each other both do. */
export default function PagesViewer({ opened, reporter, title }: PlayerProps): ReactNode {
  const { pages } = opened.shown
  const scroller = useRef<HTMLElement>(null)
  const [page, setPage] = useState(Math.min(pages.length, Math.max(1, opened.position)))
  const recorded = useStore(reporter.recorded)
  const register = useInView(scroller, (index, seconds) => reporter.saw(index, seconds))
  const goTo = (wanted: number) => {
    const next = Math.min(pages.length, Math.max(1, Math.round(wanted)))
    scroller.current?.querySelector(`[data-page="${next - 1}"]`)?.scrollIntoView({ block: 'start' })
    setPage(next)
  }
  const scrolled = (element: HTMLElement) => {
    const middle = element.scrollTop + element.clientHeight / 2
    const found = [...element.querySelectorAll<HTMLElement>('[data-page]')].findLastIndex((one) => one.offsetTop <= middle)
    const next = Math.max(0, found) + 1
    setPage(next)
    reporter.state = { rate: 1, position: next }
  }
  return (
    <div className="learn-document">
      <section
        ref={scroller}
        className="learn-pages"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => scrolled(currentTarget)}
      >
        {pages.map(({ url, width, height }, index) => (
          <div
            key={url}
            ref={register}
            data-page={index}
            className={isRead(recorded.pageSeconds[index], opened) ? 'is-read' : undefined}
          >
            <img src={url} width={width} height={height} alt={`${title} 第 ${index + 1} 页`} loading="lazy" />
          </div>
        ))}
      </section>
      {pages.length > 1 && (
        <div className="learn-buttons">
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
        </div>
      )}
    </div>
  )
}

const isRead = (seconds: number | undefined, { rule }: PlayerProps['opened']) => (seconds ?? 0) >= rule.secondsPerPage
