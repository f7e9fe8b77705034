/** Ways through one paper. */
import type { OutputOf } from '@kaopei/contract'
import type { reviewPaper } from '../contract/review-paper.ts'

export type Paper = OutputOf<typeof reviewPaper.getExamAnswerPaperBasicInfo>
export type PaperItem = Paper['items'][number]

/** The next answer still to be marked behind this one, then before it; without any the first that a person marks. */
export function slotAfter({ items }: Paper, slot: number | null): number | undefined {
  const at = items.findIndex((item) => item.slot === slot)
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const open = inOrder.find(({ slot: other, task }) => other !== slot && task !== null && task.state !== 2 && task.mayEdit)
  if (open) return open.slot
  return slot === null ? (items.find(({ task }) => task !== null) ?? items[0])?.slot : undefined
}

/** The neighbour among the answers that a person marks; undefined at the ends of the paper. */
export function slotBeside({ items }: Paper, slot: number, direction: 'next' | 'previous'): number | undefined {
  const marked = items.filter(({ task, slot: other }) => task !== null || other === slot)
  const at = marked.findIndex((item) => item.slot === slot)
  return marked[at + (direction === 'next' ? 1 : -1)]?.slot
}
