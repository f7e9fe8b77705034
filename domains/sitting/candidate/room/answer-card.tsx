import { type Answer, isBlank } from '@kaopei/question/contract/answer'
import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import type { ReactNode } from 'react'
import type { SheetItem } from '../../contract/shapes.ts'
import type { SlotView } from '../outbox/types.ts'

type Mark = 'answered' | 'seen' | 'unseen'
const markLabels: Record<Mark, string> = { answered: '已作答', seen: '未作答', unseen: '未查看' }

export function isAnswered(answer: Answer | null): boolean {
  return answer !== null && !isBlank(answer)
}

export function markOf(slot: SlotView | undefined): Mark {
  if (slot && isAnswered(slot.answer)) return 'answered'
  return slot?.isSeen ? 'seen' : 'unseen'
}

/** The overview of the paper: every question by number, its state by colour and by shape. */
export function AnswerCard({
  items,
  slots,
  current,
  mayOpen,
  onOpen,
}: {
  items: readonly SheetItem[]
  slots: ReadonlyMap<number, SlotView>
  current: number
  mayOpen: (index: number) => boolean
  onOpen: (index: number) => void
}): ReactNode {
  const sections = sectionsOf(items)
  return (
    <div className="answer-card">
      {sections.map(({ type, indexes }) => (
        <section key={indexes[0]} aria-label={labelOf(type)}>
          <h3>
            {labelOf(type)}
            <span>{indexes.length} 题</span>
          </h3>
          <ol>
            {indexes.map((index) => {
              const slot = slots.get(items[index]?.slot ?? 0)
              const mark = markOf(slot)
              const words = [
                `第 ${index + 1} 题`,
                markLabels[mark],
                slot?.isFlagged && '已标记',
                slot?.isStuck ? '未能保存，请修改' : slot?.isUnsent && '尚未送达服务器',
                slot?.conflict && '有两份作答，待选择',
              ]
              return (
                <li key={index}>
                  <button
                    type="button"
                    className={[
                      'cell',
                      mark,
                      slot?.isFlagged && 'flagged',
                      slot?.isUnsent && 'unsent',
                      slot?.isStuck && 'stuck',
                      slot?.conflict && 'conflict',
                    ]
                      .filter(Boolean)
                      .join(' ')}
                    aria-label={words.filter(Boolean).join('，')}
                    aria-current={index === current ? 'step' : undefined}
                    disabled={!mayOpen(index)}
                    onClick={() => onOpen(index)}
                  >
                    {index + 1}
                  </button>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
      <ul className="legend" aria-label="图例">
        <li>
          <i className="cell answered" /> 已作答
        </li>
        <li>
          <i className="cell seen" /> 未作答
        </li>
        <li>
          <i className="cell unseen" /> 未查看
        </li>
        <li>
          <i className="cell seen flagged" /> 已标记
        </li>
      </ul>
    </div>
  )
}

type Section = { type: SheetItem['view']['type'] | null; indexes: number[] }

const labelOf = (type: Section['type']) => (type === null ? '试题' : questionTypeLabels[type])

/** Questions of one type that stand together; a paper that changes type again and again is one section without a type. */
function sectionsOf(items: readonly SheetItem[]): Section[] {
  const sections: Section[] = []
  items.forEach(({ view }, index) => {
    const last = sections.at(-1)
    if (last?.type === view.type) last.indexes.push(index)
    else sections.push({ type: view.type, indexes: [index] })
  })
  return sections.length > mostSections ? [{ type: null, indexes: [...items.keys()] }] : sections
}

const mostSections = 12
