import { call } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { learn } from '../../contract/learn.ts'
import type { RunItem } from '../../contract/learn-shapes.ts'
import { NoteDialog } from '../note-dialog.tsx'
import { ReportDialog } from '../report-dialog.tsx'

interface ItemToolsProps {
  readonly item: RunItem
  readonly onChange: (change: Partial<RunItem>) => void
}

/** Star, note and correction of a question that was answered. */
export function ItemTools({ item, onChange }: ItemToolsProps): ReactNode {
  const [opened, setOpened] = useState<'note' | 'report'>()
  const { questionId, isFavourite, note, points } = item
  const isMet = item.feedback !== null
  const star = () => {
    onChange({ isFavourite: !isFavourite })
    call(learn.setFavourite, { questionId, isFavourite: !isFavourite }).catch(() => onChange({ isFavourite }))
  }
  return (
    <section className="practice-tools" aria-label="试题工具">
      {points.length > 0 && <p className="note">知识点：{points.map(({ name }) => name).join('、')}</p>}
      <div className="practice-tool-buttons">
        <button
          type="button"
          aria-pressed={isFavourite}
          disabled={!isMet}
          title={isMet ? undefined : '作答后可以收藏'}
          onClick={star}
        >
          {isFavourite ? '★ 已收藏' : '☆ 收藏'}
        </button>
        <button type="button" disabled={!isMet} title={isMet ? undefined : '作答后可以记笔记'} onClick={() => setOpened('note')}>
          {note === '' ? '记笔记' : '查看笔记'}
        </button>
        <button type="button" disabled={!isMet} title={isMet ? undefined : '作答后可以纠错'} onClick={() => setOpened('report')}>
          纠错
        </button>
      </div>
      {note !== '' && <p className="practice-note">笔记：{note}</p>}
      {opened === 'note' && (
        <NoteDialog
          questionId={questionId}
          note={note}
          onSaved={(saved) => onChange({ note: saved })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'report' && <ReportDialog questionId={questionId} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
