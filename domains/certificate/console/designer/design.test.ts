import { describe, expect, test } from 'vitest'
import { firstDesign } from '../../contract/first-design.ts'
import { type Act, act, begun, newBox } from './design.ts'
import { snap } from './snap.ts'

const layout = firstDesign(297, 210)
const after = (...steps: readonly Act[]) => steps.reduce(act, begun(layout))
const boxesOf = (design: ReturnType<typeof after>) => design.layout.pages[design.page]?.boxes ?? []

describe('a design', () => {
  test('goes back to before a drag in one step, and forth again', () => {
    const dragged = after(
      { type: 'keep' },
      { type: 'change', boxId: 'name', change: { x: 50 }, isPassing: true },
      { type: 'change', boxId: 'name', change: { x: 60 }, isPassing: true },
    )
    const undone = act(dragged, { type: 'undo' })
    expect(undone.layout).toEqual(layout)
    expect(act(undone, { type: 'redo' }).layout).toEqual(dragged.layout)
  })

  test('a change after a step back forgets what was before it', () => {
    const changed = after({ type: 'remove', boxId: 'qr' }, { type: 'undo' }, { type: 'remove', boxId: 'name' })
    expect(act(changed, { type: 'redo' })).toBe(changed)
    expect(boxesOf(changed).map(({ id }) => id)).not.toContain('name')
  })

  test('a copy stands beside its original and has an id of its own', () => {
    const boxes = boxesOf(after({ type: 'duplicate', boxId: 'name' }))
    expect(boxes).toHaveLength((layout.pages[0]?.boxes.length ?? 0) + 1)
    expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length)
  })

  test('the last page cannot be taken away, others can', () => {
    expect(after({ type: 'removePage' }).layout.pages).toHaveLength(1)
    const two = after({ type: 'addPage' }, { type: 'add', box: newBox('qr', layout) })
    expect([two.page, boxesOf(two).length]).toEqual([1, 1])
    expect(act(two, { type: 'removePage' }).layout).toEqual(layout)
  })
})

describe('snapping', () => {
  const page = { width: 297, height: 210 }
  test.each([
    [{ x: 0.9, y: 50, width: 40, height: 10 }, [], { x: 0, y: 50, guides: { x: 0, y: null } }],
    [{ x: 129.3, y: 99, width: 40, height: 10 }, [], { x: 128.5, y: 100, guides: { x: 148.5, y: 105 } }],
    [
      { x: 61, y: 30.8, width: 40, height: 10 },
      [{ x: 20, y: 30, width: 40, height: 12 }],
      { x: 60, y: 31, guides: { x: 60, y: 36 } },
    ],
    [{ x: 77, y: 77, width: 10, height: 10 }, [], { x: 77, y: 77, guides: { x: null, y: null } }],
  ])('%j beside %j', (moved, others, snapped) => expect(snap(moved, others, page)).toEqual(snapped))
})
