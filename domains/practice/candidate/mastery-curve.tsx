import type { ReactNode } from 'react'

interface Day {
  readonly day: string
  readonly questionCount: number
  readonly masteryPercent: number | null
}

const size = { width: 360, height: 170, left: 40, right: 12, top: 12, bottom: 28 } as const
const dayMs = 86_400_000

/** A curve, and the same figures beside it: a picture alone is not for everybody. */
export function MasteryCurve({ title, curve }: { title: string; curve: readonly Day[] }): ReactNode {
  const known = curve.flatMap(({ day, masteryPercent }) => (masteryPercent === null ? [] : [{ day, percent: masteryPercent }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return <p className="note">练过至少 3 道题后，这里会显示掌握度的变化。</p>
  const places = placesOf(known)
  return (
    <figure className="practice-curve">
      <figcaption>
        {title}：{last.percent}%{known.length > 1 && `（${first.day} 为 ${first.percent}%）`}
      </figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        {[0, 50, 100].map((percent) => (
          <g key={percent}>
            <line x1={size.left} x2={size.width - size.right} y1={heightOf(percent)} y2={heightOf(percent)} />
            <text x={size.left - 6} y={heightOf(percent) + 4} textAnchor="end">
              {percent}%
            </text>
          </g>
        ))}
        <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {places.map(({ x, y, day }) => (
          <circle key={day} cx={x} cy={y} r={4} />
        ))}
        <text x={size.left} y={size.height - 6}>
          {first.day}
        </text>
        {known.length > 1 && (
          <text x={size.width - size.right} y={size.height - 6} textAnchor="end">
            {last.day}
          </text>
        )}
      </svg>
      <details>
        <summary>查看数据</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">题数</th>
              <th scope="col">掌握度</th>
            </tr>
          </thead>
          <tbody>
            {curve.toReversed().map(({ day, questionCount, masteryPercent }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{questionCount}</td>
                <td>{masteryPercent === null ? '不足 3 题' : `${masteryPercent}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const heightOf = (percent: number) => size.top + ((100 - percent) / 100) * (size.height - size.top - size.bottom)

/** Days stand as far apart as they are; a single one stands at the left. */
export function placesOf(known: readonly { readonly day: string; readonly percent: number }[]) {
  const days = known.map(({ day }) => Date.parse(day) / dayMs)
  const begin = days[0] ?? 0
  const span = Math.max(1, (days.at(-1) ?? 0) - begin)
  const width = size.width - size.left - size.right
  return known.map(({ day, percent }, index) => ({
    day,
    x: Math.round(size.left + (((days[index] ?? begin) - begin) / span) * width),
    y: Math.round(heightOf(percent)),
  }))
}
