import { useStore } from '@kaopei/web/client'
import { useInView } from '@kaopei/web/viewer-hooks'
import { type ReactNode, type RefObject, useRef } from 'react'
import { RichText } from '../rich-text.tsx'
import { BlockFilm } from './block-film.tsx'
import type { PlayerProps } from './courseware-task.tsx'

const film = 3

/** A micro-course: blocks below each other. Its films count one behind the other, as if they were one. */
export default function BlocksViewer({ opened, reporter, title }: PlayerProps): ReactNode {
  const { blocks } = opened.shown
  const nothing: RefObject<HTMLElement | null> = useRef(null)
  const register = useInView(nothing, (indexes, seconds) => reporter.saw(indexes, seconds))
  const recorded = useStore(reporter.recorded)
  const starts = blocks.map((_, index) =>
    blocks.slice(0, index).reduce((sum, { lengthSeconds }) => sum + (lengthSeconds ?? 0), 0),
  )
  return (
    <article className="learn-blocks">
      {blocks.map((block, index) => {
        const start = starts[index] ?? 0
        const isRead = (recorded.pageSeconds[index] ?? 0) >= opened.rule.secondsPerPage
        return (
          <section key={block.id} ref={register} data-page={index} className={isRead ? 'is-read' : undefined}>
            {block.type === film && block.url && (
              <BlockFilm
                {...{ opened, reporter, start }}
                block={{ ...block, url: block.url }}
                label={`${title} 第 ${index + 1} 段视频`}
              />
            )}
            {block.type !== film && block.fenmianImgPath && (
              <img src={block.fenmianImgPath} alt={`${title}的插图`} loading="lazy" />
            )}
            {block.content && <RichText html={block.content} />}
          </section>
        )
      })}
    </article>
  )
}
