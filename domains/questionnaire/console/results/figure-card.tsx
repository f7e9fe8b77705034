import { Dash, formatNumber } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { elementKindLabels } from '../../contract/definition.ts'
import { type Cell, type Figure, fewest } from '../../contract/results.ts'

interface FigureProps {
  readonly figure: Figure
  readonly number: number
  readonly questionnaireId: string
  /** Something was written: its own page of words. */
  readonly hasTexts: boolean
}

const labels: Readonly<Record<string, string>> = elementKindLabels

/** One question: a distribution with its figures beside it, so that the picture is its own table. */
export function FigureCard({ figure, number, questionnaireId, hasTexts }: FigureProps): ReactNode {
  const { title, kind, elementId, seenCount, answeredCount, isHidden, cells, measure, nps, rows, places } = figure
  const isMatrix = rows.length > 0
  return (
    <figure className={isMatrix ? 'kp-card kp-qr-figure kp-qr-wide' : 'kp-card kp-qr-figure'} aria-label={title}>
      <figcaption>
        <h3>
          {number}. {title}
        </h3>
        <span className="kp-hint">
          {labels[kind] ?? kind} · n = <Dash>{answeredCount === null ? null : formatNumber(answeredCount)}</Dash>，看到此题的{' '}
          <Dash>{seenCount === null ? null : formatNumber(seenCount)}</Dash> 人
        </span>
      </figcaption>
      {isHidden ? (
        <p className="kp-qr-hidden">少于 {fewest} 份，不显示</p>
      ) : (
        <>
          {nps && <Nps {...{ nps, answeredCount }} />}
          {measure && <Measure measure={measure} />}
          {cells.length > 0 && !isMatrix && <Distribution title={title} cells={cells} />}
          {isMatrix && <HeatMap figure={figure} />}
          {kind === 'file' && <p className="kp-hint">这类题目请在“单份答卷”或导出的表格中查看。</p>}
          {places.length > 0 && <Places places={places} title={title} />}
          {hasTexts && (
            <Link to={`/application/ote/questionnaireDataDetail?id=${questionnaireId}&tab=texts&question=${elementId}`}>
              {kind === 'date' ? '查看日期' : '查看文字答案'}
            </Link>
          )}
        </>
      )}
      {!isHidden && hasHidden(figure) && <p className="kp-hint">“-”：少于 {fewest} 份或可由合计推出，不显示。</p>}
    </figure>
  )
}

const hasHidden = ({ cells, rows }: Figure) => [...cells, ...rows.flatMap((row) => row.cells)].some(({ count }) => count === null)

const percentText = (percent: number | null) => (percent === null ? null : `${Math.round(percent * 10) / 10}%`)

function Distribution({ title, cells }: { readonly title: string; readonly cells: readonly Cell[] }): ReactNode {
  return (
    <table className="kp-plain-table kp-qr-bars">
      <caption className="kp-visually-hidden">{title}</caption>
      <thead className="kp-visually-hidden">
        <tr>
          <th scope="col">选项</th>
          <th scope="col">占比图</th>
          <th scope="col">人数</th>
          <th scope="col">占比</th>
        </tr>
      </thead>
      <tbody>
        {cells.map(({ id, text, count, percent }) => (
          <tr key={id}>
            <th scope="row">{text}</th>
            <td className="kp-qr-bar" aria-hidden="true">
              <i style={{ width: `${percent ?? 0}%` }} />
            </td>
            <td className="kp-number">
              <Dash>{count === null ? null : formatNumber(count)}</Dash>
            </td>
            <td className="kp-number">
              <Dash>{percentText(percent)}</Dash>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rounded = (value: number) => String(Math.round(value * 100) / 100)
/** Means stand below each other: always as many places. */
const meanText = (value: number) => value.toFixed(2)

function Measure({ measure }: { readonly measure: NonNullable<Figure['measure']> }): ReactNode {
  const { mean, deviation, min, max } = measure
  return (
    <p className="kp-qr-measure">
      平均 <strong>{meanText(mean)}</strong>
      {deviation !== null && (
        <>
          ，标准差 <strong>{meanText(deviation)}</strong>
        </>
      )}
      {min !== null && max !== null && `，范围 ${rounded(min)} – ${rounded(max)}`}
    </p>
  )
}

const spread = ({ mean, deviation }: NonNullable<Figure['measure']>) =>
  deviation === null ? meanText(mean) : `${meanText(mean)} ± ${meanText(deviation)}`

interface NpsProps {
  readonly nps: NonNullable<Figure['nps']>
  readonly answeredCount: number | null
}

function Nps({ nps: { score, ...counts }, answeredCount }: NpsProps): ReactNode {
  const shareOf = (count: number | null) => (count === null || !answeredCount ? null : (count / answeredCount) * 100)
  const parts = [
    { key: 'detractors', label: '贬损者 0–6', count: counts.detractors },
    { key: 'passives', label: '中立者 7–8', count: counts.passives },
    { key: 'promoters', label: '推荐者 9–10', count: counts.promoters },
  ] as const
  return (
    <div className="kp-qr-nps">
      <p className="kp-qr-measure">
        NPS <strong>{rounded(score)}</strong>
      </p>
      <div className="kp-qr-nps-bar" aria-hidden="true">
        {parts.map(({ key, count }) => (
          <i key={key} className={`kp-qr-${key}`} style={{ width: `${shareOf(count) ?? 0}%` }} />
        ))}
      </div>
      <ul>
        {parts.map(({ key, label, count }) => (
          <li key={key}>
            <i className={`kp-qr-${key}`} aria-hidden="true" /> {label}：{count === null ? '-' : `${formatNumber(count)} 人`}{' '}
            {percentText(shareOf(count))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Rows by columns, the darker the more, each with its figure. */
function HeatMap({ figure: { title, rows } }: { readonly figure: Figure }): ReactNode {
  const columns = rows[0]?.cells ?? []
  const hasMean = rows.some(({ measure }) => measure !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keyboard
    <section className="kp-qr-scroll" aria-label={title} tabIndex={0}>
      <table className="kp-plain-table kp-qr-heat">
        <caption className="kp-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            {columns.map(({ id, text }) => (
              <th key={id} scope="col">
                {text}
              </th>
            ))}
            {hasMean && <th scope="col">平均 ± 标准差</th>}
            <th scope="col">n</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.text}</th>
              {row.cells.map(({ id, percent, count }) => (
                <td
                  key={id}
                  className="kp-number"
                  style={{ background: shade(percent) }}
                  title={count === null ? '' : `${count} 人`}
                >
                  <Dash>{percentText(percent)}</Dash>
                </td>
              ))}
              {hasMean && (
                <td className="kp-number">
                  <Dash>{row.measure && spread(row.measure)}</Dash>
                </td>
              )}
              <td className="kp-number">
                <Dash>{row.answeredCount === null ? null : formatNumber(row.answeredCount)}</Dash>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Never so dark that the figure upon it cannot be read. */
function shade(percent: number | null): string {
  return percent === null ? 'transparent' : `rgb(64 158 255 / ${Math.round(Math.min(100, percent) * 0.6)}%)`
}

function Places({ places, title }: { readonly places: Figure['places']; readonly title: string }): ReactNode {
  const most = Math.max(1, ...places.map(({ meanPlace }) => meanPlace ?? 1))
  const sorted = places.toSorted((one, other) => (one.meanPlace ?? most + 1) - (other.meanPlace ?? most + 1))
  return (
    <table className="kp-plain-table kp-qr-bars">
      <caption className="kp-visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">选项</th>
          <th scope="col">平均名次（越小越靠前）</th>
          <th scope="col" className="kp-number">
            名次
          </th>
          <th scope="col" className="kp-number">
            人数
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ id, text, meanPlace, count }) => (
          <tr key={id}>
            <th scope="row">{text}</th>
            <td className="kp-qr-bar" aria-hidden="true">
              <i style={{ width: meanPlace === null ? 0 : `${((most + 1 - meanPlace) / most) * 100}%` }} />
            </td>
            <td className="kp-number">
              <Dash>{meanPlace === null ? null : meanText(meanPlace)}</Dash>
            </td>
            <td className="kp-number">
              <Dash>{count}</Dash>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
