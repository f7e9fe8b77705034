import type { ReactNode } from 'react'
import { formatInstant } from '../format.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import { EmptyState } from '../states.tsx'
import './viewers.css'

/** A block of an article: 1 and 2 are pictures, 3 is a video; `content` is html that stands below. */
export interface ArticleBlock {
  readonly id: string
  readonly type: number
  readonly fenmianImgPath?: string | null
  /** Where the video is; the picture is its cover. */
  readonly url?: string | null
  readonly content?: string | null
}

export interface ArticlePreviewProps {
  readonly title: string
  readonly time?: string | null
  readonly contentList: readonly ArticleBlock[]
}

const video = 3

/** An article as readers see it: title, time, pictures, videos, text. */
export default function ArticlePreview({ title, time, contentList }: ArticlePreviewProps): ReactNode {
  return (
    <article className="kp-article">
      <h1>{title}</h1>
      {time && <time dateTime={time}>{formatInstant(time)}</time>}
      {contentList.length === 0 && <EmptyState text="数据为空" />}
      {contentList.map((block) => (
        <Block key={block.id} block={block} title={title} />
      ))}
    </article>
  )
}

function Block({ block, title }: { readonly block: ArticleBlock; readonly title: string }): ReactNode {
  const { type, fenmianImgPath, url, content } = block
  return (
    <section className="kp-article-block">
      {type === video && url && (
        <video controls preload="metadata" src={url} {...(fenmianImgPath && { poster: fenmianImgPath })} />
      )}
      {type !== video && fenmianImgPath && <img src={fenmianImgPath} alt={`${title}的插图`} loading="lazy" />}
      {content && <RichText html={content} />}
    </section>
  )
}
