import { cut } from '@kaopei/contract'
import { QRCode } from 'antd'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { Laid, Placed, PlacedPortrait, PlacedText } from '../../contract/lay-out.ts'
import { type Box, boxWords } from '../../contract/layout.ts'
import { silhouette } from '../../contract/silhouette.ts'
import { type Act, type Design, newBoxId } from './design.ts'
import { type Guides, snap } from './snap.ts'

const mmPerPt = 25.4 / 72
const noGuides: Guides = { x: null, y: null }

interface Props {
  readonly design: Design
  readonly laid: Laid
  readonly pictures: ReadonlyMap<string, string>
  readonly act: (step: Act) => void
}

interface Drag {
  readonly boxId: string
  readonly isSizing: boolean
  /** The pointer and the box as they were at the beginning, in millimetres. */
  readonly from: { readonly x: number; readonly y: number }
  readonly box: Box
}

/** The sheet in millimetres, as the PDF will have it. Boxes are dragged, or moved by keys: arrows, with Shift by five millimetres. */
export function Canvas({ design, laid, pictures, act }: Props): ReactNode {
  const { layout, page: at, chosen } = design
  const sheet = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag>(undefined)
  const [guides, setGuides] = useState(noGuides)
  const page = layout.pages[at]
  if (!page) return null
  const grip = layout.width / 80
  const over = new Map(laid.overflows.flatMap((one) => (one.page === at ? [[one.boxId, one.byMm] as const] : [])))
  const background = page.backgroundId === null ? undefined : pictures.get(page.backgroundId)

  const begin = (event: PointerEvent<SVGElement>, box: Box, isSizing = false) => {
    event.stopPropagation()
    const from = millimetres(sheet.current, event)
    if (!from) return
    event.currentTarget.setPointerCapture(event.pointerId)
    act({ type: 'choose', boxId: box.id })
    act({ type: 'keep' })
    drag.current = { boxId: box.id, isSizing, from, box }
  }
  const move = (event: PointerEvent<SVGElement>) => {
    const under = drag.current
    const to = millimetres(sheet.current, event)
    if (!under || !to) return
    const by = { x: to.x - under.from.x, y: to.y - under.from.y }
    if (under.isSizing) return act({ type: 'change', boxId: under.boxId, change: sized(under.box, by), isPassing: true })
    const moved = { ...under.box, x: under.box.x + by.x, y: under.box.y + by.y }
    const others = page.boxes.filter(({ id }) => id !== under.boxId)
    const { x, y, guides: lines } = snap(moved, others, layout, event.altKey ? 0 : 1.5)
    setGuides(lines)
    act({ type: 'change', boxId: under.boxId, change: { x, y }, isPassing: true })
  }
  const end = () => {
    drag.current = undefined
    setGuides(noGuides)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg
      ref={sheet}
      className="kp-sheet"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      style={{ aspectRatio: `${layout.width} / ${layout.height}` }}
      role="group"
      aria-label={`证书第 ${at + 1} 页，${layout.width}×${layout.height} 毫米`}
      onPointerDown={() => act({ type: 'choose', boxId: null })}
    >
      <rect width={layout.width} height={layout.height} fill="#fff" />
      {background && <image href={background} width={layout.width} height={layout.height} preserveAspectRatio="xMidYMid slice" />}
      {laid.pages[at]?.items.map((item) => (
        <Drawn key={`${item.boxId} ${item.x} ${item.y}`} item={item} pictures={pictures} />
      ))}
      {page.boxes.map((box) => (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no button
        <g
          key={box.id}
          role="button"
          tabIndex={0}
          aria-pressed={chosen === box.id}
          aria-label={nameOf(box, over.get(box.id))}
          className={classOf(chosen === box.id, over.has(box.id))}
          onFocus={() => chosen !== box.id && act({ type: 'choose', boxId: box.id })}
          onKeyDown={(event) => onKey(event, box, act)}
          onPointerDown={(event) => begin(event, box)}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <rect className="kp-box-edge" x={box.x} y={box.y} width={box.width} height={box.height} />
          {isEmpty(box, laid.pages[at]?.items ?? []) && (
            <text x={box.x + box.width / 2} y={box.y + box.height / 2} className="kp-box-empty" fontSize={4}>
              {boxWords[box.kind]}
            </text>
          )}
          {chosen === box.id && (
            <rect
              className="kp-box-grip"
              x={box.x + box.width - grip / 2}
              y={box.y + box.height - grip / 2}
              width={grip}
              height={grip}
              onPointerDown={(event) => begin(event, box, true)}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            />
          )}
        </g>
      ))}
      {guides.x !== null && <line className="kp-guide" x1={guides.x} x2={guides.x} y1={0} y2={layout.height} />}
      {guides.y !== null && <line className="kp-guide" x1={0} x2={layout.width} y1={guides.y} y2={guides.y} />}
    </svg>
  )
}

/** A picture that was not uploaded yet, or a photo that nobody has in this example. */
function isEmpty(box: Box, items: readonly Placed[]): boolean {
  if (box.kind === 'portrait') return !items.some(({ boxId }) => boxId === box.id)
  return 'fileId' in box && box.fileId === null
}

const classOf = (isChosen: boolean, isOver: boolean) =>
  ['kp-box', isChosen && 'chosen', isOver && 'over'].filter(Boolean).join(' ')

function nameOf(box: Box, byMm: number | undefined): string {
  const words = box.kind === 'text' ? `${boxWords.text} ${cut(box.text, 20)}` : boxWords[box.kind]
  return byMm === undefined ? words : `${words}，超出 ${byMm} 毫米`
}

function millimetres(sheet: SVGSVGElement | null, { clientX, clientY }: PointerEvent<SVGElement>) {
  const matrix = sheet?.getScreenCTM()
  if (!matrix) return undefined
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  return { x, y }
}

const tenths = (value: number) => Math.round(value * 10) / 10

function sized(box: Box, by: { readonly x: number; readonly y: number }): Partial<Box> {
  const least = box.kind === 'frame' ? 0.1 : 3
  return { width: tenths(Math.max(least, box.width + by.x)), height: tenths(Math.max(least, box.height + by.y)) }
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function onKey(event: KeyboardEvent, box: Box, act: (step: Act) => void): void {
  const step = steps[event.key]
  if (step) {
    event.preventDefault()
    const by = event.shiftKey ? 5 : 0.5
    act({ type: 'change', boxId: box.id, change: { x: tenths(box.x + step[0] * by), y: tenths(box.y + step[1] * by) } })
  }
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    act({ type: 'remove', boxId: box.id })
  }
  if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    act({ type: 'add', box: { ...box, id: newBoxId(), x: box.x + 5, y: box.y + 5 } })
  }
}

function Drawn({ item, pictures }: { readonly item: Placed; readonly pictures: ReadonlyMap<string, string> }): ReactNode {
  switch (item.kind) {
    case 'text':
      return <Line item={item} />
    case 'frame': {
      const { x, y, width, height, strokeMm, color, fill } = item
      return (
        <rect {...{ x, y, width, height }} fill={fill ?? 'none'} stroke={strokeMm > 0 ? color : 'none'} strokeWidth={strokeMm} />
      )
    }
    case 'picture': {
      const url = pictures.get(item.fileId)
      return url ? <image href={url} x={item.x} y={item.y} width={item.width} height={item.height} /> : null
    }
    case 'portrait':
      return <Person item={item} />
    case 'glyph': {
      const url = pictures.get(item.character)
      return url ? <image href={url} x={item.x} y={item.y - 0.88 * item.size} width={item.size} height={item.size} /> : null
    }
    case 'qr':
      return (
        <foreignObject x={item.x} y={item.y} width={item.width} height={item.height}>
          <QRCode
            value={item.text}
            type="svg"
            bordered={false}
            size={item.width}
            errorLevel="M"
            bgColor="#ffffff"
            color="#000000"
          />
        </foreignObject>
      )
  }
}

/** Who it will be is not known yet. */
function Person({ item: { x, y, width, height } }: { readonly item: PlacedPortrait }): ReactNode {
  return (
    <svg
      {...{ x, y, width, height }}
      viewBox={`0 0 ${silhouette.width} ${silhouette.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width={silhouette.width} height={silhouette.height} fill={silhouette.ground} />
      {silhouette.paths.map((path) => (
        <path key={path} d={path} fill={silhouette.figure} />
      ))}
    </svg>
  )
}

/** As wide as the printed font is, whatever font draws it here. */
function Line({ item }: { readonly item: PlacedText }): ReactNode {
  return (
    <text
      x={item.x}
      y={item.y}
      fontSize={item.sizePt * mmPerPt}
      fontWeight={item.isBold ? 700 : 400}
      fill={item.color}
      textLength={item.width}
      lengthAdjust={item.spacingPt > 0 ? 'spacing' : 'spacingAndGlyphs'}
      className="kp-box-text"
    >
      {item.text}
    </text>
  )
}
