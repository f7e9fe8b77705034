/** A design under way: what is drawn, what is chosen, and the way back. */
import type { Box, BoxKind, Layout, Page } from '../../contract/layout.ts'

export interface Design {
  readonly layout: Layout
  readonly page: number
  readonly chosen: string | null
  readonly past: readonly Layout[]
  readonly future: readonly Layout[]
}

export type Act =
  | { readonly type: 'load'; readonly layout: Layout }
  /** `isPassing`: in the middle of a drag; the step back leads to before it. */
  | { readonly type: 'change'; readonly boxId: string; readonly change: Partial<Box>; readonly isPassing?: boolean }
  | { readonly type: 'add'; readonly box: Box }
  | { readonly type: 'remove' | 'duplicate'; readonly boxId: string }
  | { readonly type: 'raise' | 'lower'; readonly boxId: string }
  | { readonly type: 'choose'; readonly boxId: string | null }
  | { readonly type: 'sheet'; readonly change: Partial<Layout> }
  | { readonly type: 'background'; readonly fileId: string | null }
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'addPage' | 'removePage' }
  | { readonly type: 'undo' | 'redo' | 'keep' }

const mostSteps = 100

export const begun = (layout: Layout): Design => ({ layout, page: 0, chosen: null, past: [], future: [] })

export function act(design: Design, step: Act): Design {
  switch (step.type) {
    case 'load':
      return begun(step.layout)
    case 'choose':
      return { ...design, chosen: step.boxId }
    case 'page':
      return { ...design, page: step.page, chosen: null }
    case 'undo':
      return back(design)
    case 'redo':
      return forth(design)
    case 'keep':
      return { ...design, past: [...design.past, design.layout].slice(-mostSteps), future: [] }
    default:
      return drawn(design, step)
  }
}

type Drawing = Exclude<Act, { readonly type: 'load' | 'choose' | 'page' | 'undo' | 'redo' | 'keep' }>

function drawn(design: Design, step: Drawing): Design {
  const layout = changed(design, step)
  if (layout === design.layout) return design
  const isPassing = step.type === 'change' && step.isPassing === true
  const past = isPassing ? design.past : [...design.past, design.layout].slice(-mostSteps)
  const page = Math.min(step.type === 'addPage' ? layout.pages.length - 1 : design.page, layout.pages.length - 1)
  return { ...design, layout, page, past, future: isPassing ? design.future : [], chosen: chosenAfter(design, step) }
}

function chosenAfter({ chosen }: Design, step: Drawing): string | null {
  if (step.type === 'add') return step.box.id
  if (step.type === 'remove' || step.type === 'addPage' || step.type === 'removePage') return null
  return chosen
}

function changed({ layout, page }: Design, step: Drawing): Layout {
  const onPage = (change: (page: Page) => Page): Layout => ({
    ...layout,
    pages: layout.pages.map((one, at) => (at === page ? change(one) : one)),
  })
  const onBoxes = (change: (boxes: Page['boxes']) => Page['boxes']) => onPage((one) => ({ ...one, boxes: change(one.boxes) }))
  switch (step.type) {
    case 'change':
      // A change names fields of the box's own kind; the server's schema looks at it once more.
      return onBoxes((boxes) => boxes.map((one) => (one.id === step.boxId ? ({ ...one, ...step.change } as Box) : one)))
    case 'add':
      return onBoxes((boxes) => [...boxes, step.box])
    case 'remove':
      return onBoxes((boxes) => boxes.filter(({ id }) => id !== step.boxId))
    case 'duplicate':
      return onBoxes((boxes) => boxes.flatMap((one) => (one.id === step.boxId ? [one, copyOf(one)] : [one])))
    case 'raise':
    case 'lower':
      return onBoxes((boxes) => shifted(boxes, step.boxId, step.type === 'raise' ? 1 : -1))
    case 'sheet':
      return { ...layout, ...step.change }
    case 'background':
      return onPage((one) => ({ ...one, backgroundId: step.fileId }))
    case 'addPage':
      return { ...layout, pages: [...layout.pages, { backgroundId: null, boxes: [] }] }
    default:
      return layout.pages.length === 1 ? layout : { ...layout, pages: layout.pages.filter((_, at) => at !== page) }
  }
}

const copyOf = (box: Box): Box => ({ ...box, id: newBoxId(), x: box.x + 5, y: box.y + 5 })

function shifted(boxes: Page['boxes'], boxId: string, by: number): Page['boxes'] {
  const from = boxes.findIndex(({ id }) => id === boxId)
  const to = from + by
  const [one, other] = [boxes[from], boxes[to]]
  if (!one || !other) return boxes
  return boxes.map((box, at) => (at === from ? other : at === to ? one : box))
}

function back(design: Design): Design {
  const layout = design.past.at(-1)
  if (!layout) return design
  return restored(design, layout, { past: design.past.slice(0, -1), future: [design.layout, ...design.future] })
}

function forth(design: Design): Design {
  const [layout, ...future] = design.future
  if (!layout) return design
  return restored(design, layout, { past: [...design.past, design.layout], future })
}

function restored(design: Design, layout: Layout, steps: Pick<Design, 'past' | 'future'>): Design {
  const page = Math.min(design.page, layout.pages.length - 1)
  const isThere = layout.pages[page]?.boxes.some(({ id }) => id === design.chosen) ?? false
  return { layout, page, chosen: isThere ? design.chosen : null, ...steps }
}

export function newBoxId(): string {
  return `b${Math.random().toString(36).slice(2, 11)}`
}

/** A new box in the middle of the sheet. */
export function newBox(kind: BoxKind, { width, height }: Pick<Layout, 'width' | 'height'>): Box {
  const sizes: Readonly<Record<BoxKind, readonly [number, number]>> = {
    text: [width * 0.5, 14],
    picture: [40, 30],
    seal: [40, 40],
    signature: [40, 18],
    photo: [25, 35],
    portrait: [25, 35],
    qr: [26, 26],
    frame: [width * 0.6, 20],
  }
  const tenths = (value: number) => Math.round(value * 10) / 10
  const [wide, tall] = sizes[kind].map((side, at) => tenths(Math.min(side, at === 0 ? width : height))) as [number, number] // two sides
  const place = { id: newBoxId(), x: tenths((width - wide) / 2), y: tenths((height - tall) / 2), width: wide, height: tall }
  if (kind === 'text') {
    return {
      ...{ ...place, kind, text: '文字', sizePt: 16, isBold: false, color: '#1f2d3d', align: 'center', vertical: 'middle' },
      ...{ fit: 'shrink', lineHeight: 1.5, spacingPt: 0 },
    }
  }
  if (kind === 'qr' || kind === 'portrait') return { ...place, kind }
  if (kind === 'frame') return { ...place, kind, strokeMm: 0.5, color: '#b08d57', fill: null }
  return { ...place, kind, fileId: null }
}
