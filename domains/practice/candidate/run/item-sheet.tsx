import { Dialog } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { type ItemMark, markOf, type RunState } from './run-state.ts'

const labels: Readonly<Record<ItemMark, string>> = {
  open: '未作答',
  waiting: '等待提交',
  right: '正确',
  partly: '部分正确',
  wrong: '错误',
  answered: '已作答',
  passed: '不计入',
}

interface ItemSheetProps {
  readonly state: RunState
  readonly onOpen: (at: number) => void
  readonly onEnd: () => void
  readonly onClose: () => void
}

/** 答题卡: every question of the round with its state. */
export function ItemSheet({ state, onOpen, onEnd, onClose }: ItemSheetProps): ReactNode {
  const { counts } = state.run
  return (
    <Dialog
      title="答题卡"
      isSheet
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            关闭
          </button>
          <button type="button" className="primary" onClick={onEnd}>
            {counts.isFinished ? '返回本轮结果' : '完成本轮'}
          </button>
        </>
      }
    >
      <p>
        共 {counts.itemCount} 题，已答 {counts.answeredCount} 题
        {counts.rightCount !== undefined && `，答对 ${counts.rightCount} 题`}
      </p>
      <ItemMarks state={state} onOpen={onOpen} />
    </Dialog>
  )
}

/** The questions as numbers; a mark says the state beside its colour. */
export function ItemMarks({ state, onOpen }: Pick<ItemSheetProps, 'state' | 'onOpen'>): ReactNode {
  const used = new Set(state.run.items.map((item) => markOf(state, item)))
  return (
    <>
      <ol className="practice-marks">
        {state.run.items.map((item, index) => {
          const mark = markOf(state, item)
          return (
            <li key={item.item}>
              <button
                type="button"
                data-mark={mark}
                aria-label={`第 ${index + 1} 题，${labels[mark]}`}
                aria-current={index === state.at ? 'true' : undefined}
                onClick={() => onOpen(index)}
              >
                {index + 1}
              </button>
            </li>
          )
        })}
      </ol>
      <ul className="practice-legend" aria-hidden="true">
        {[...used].map((mark) => (
          <li key={mark}>
            <i data-mark={mark} /> {labels[mark]}
          </li>
        ))}
      </ul>
    </>
  )
}
