import { useStore } from '@kaopei/web/client'
import { useInView } from '@kaopei/web/viewer-hooks'
import { type ReactNode, type RefObject, type SyntheticEvent, useRef } from 'react'
import { RichText } from '../rich-text.tsx'
import type { PlayerProps } from './courseware-task.tsx'

const film = 3

/** A micro-course: blocks below each other. Its films count one behind the other, as if they were one. */
export default function BlocksViewer({ opened, reporter, title }: PlayerProps): ReactNode {
  const { blocks } = opened.shown
  const nothing: RefObject<HTMLElement | null> = useRef(null)
  const register = useInView(nothing, (index, seconds) => reporter.saw(index, seconds))
  const recorded = useStore(reporter.recorded)
  const starts = blocks.map((_, index) =>
    blocks.slice(0, index).reduce((sum, { lengthSeconds }) => sum + (lengthSeconds ?? 0), 0),
  )
  const moved = (start: number, { currentTarget: media }: SyntheticEvent<HTMLVideoElement>) => {
    reporter.state = { rate: media.playbackRate, position: start + media.currentTime }
    if (!media.paused && !media.seeking) reporter.log.moved(start + media.currentTime, media.playbackRate)
  }
  return (
    <article className="learn-blocks">
      {blocks.map((block, index) => {
        const start = starts[index] ?? 0
        const isRead = (recorded.pageSeconds[index] ?? 0) >= opened.rule.secondsPerPage
        return (
          <section key={block.id} ref={register} data-page={index} className={isRead ? 'is-read' : undefined}>
            {block.type === film && block.url && (
              <video
                controls
                playsInline
                preload="metadata"
                src={block.url}
                aria-label={`${title} 第 ${index + 1} 段视频`}
                {...(block.fenmianImgPath && { poster: block.fenmianImgPath })}
                onTimeUpdate={(event) => moved(start, event)}
                onPause={() => reporter.log.stopped()}
                onSeeking={() => reporter.log.stopped()}
                onEnded={() => reporter.log.stopped()}
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
