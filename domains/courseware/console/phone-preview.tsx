import { ArticlePreview, useCalls } from '@kaopei/web'
import type { ReactNode } from 'react'
import { courseware } from '../contract/courseware.ts'
import type { DraftBlock } from './micro-blocks.ts'

interface PhonePreviewProps {
  readonly title: string
  readonly blocks: readonly DraftBlock[]
}

/** What a learner sees on a phone of 390 px, as it is written. */
export function PhonePreview({ title, blocks }: PhonePreviewProps): ReactNode {
  const unknown = blocks.flatMap(({ coursewareId, filmUrl }) => (coursewareId !== null && filmUrl === null ? [coursewareId] : []))
  const films = useCalls(
    courseware.getVodUrlWithTime,
    unknown.map((id) => ({ id })),
    { staleMs: 600_000 },
  )
  const addresses = new Map(unknown.map((id, place) => [id, films[place]?.data?.url]))
  return (
    <aside className="kp-micro-phone" aria-label="手机预览">
      <div>
        <ArticlePreview
          title={title || '微课标题'}
          contentList={blocks.map(({ filmUrl, coursewareId, ...block }) => ({
            ...block,
            url: filmUrl ?? addresses.get(coursewareId ?? '') ?? null,
          }))}
        />
      </div>
    </aside>
  )
}
