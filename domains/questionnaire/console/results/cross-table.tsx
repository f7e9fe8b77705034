import type { InputOf, OutputOf } from '@kaopei/contract'
import { Dash, EmptyState, formatNumber, Loaded, useCall } from '@kaopei/web'
import { Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { audienceMode } from '../../contract/codes.ts'
import { fewest, questionnaireResults } from '../../contract/results.ts'
import { FilterBar } from './filter-bar.tsx'
import { choosable, type Place, placesOf } from './places.ts'
import type { Filtering, WishedFilter } from './wished-filter.ts'
import './results.css'

type Table = OutputOf<typeof questionnaireResults.crossTable>
type Input = InputOf<typeof questionnaireResults.crossTable>
const byDepartment = 'department'

/** One question against another, or against departments. */
export default function CrossTable({ detail, filter, onFilter }: Filtering): ReactNode {
  const { id, isAnonymous } = detail
  const places = choosable(placesOf(detail.definition))
  const hasPeople = !isAnonymous && detail.audienceMode !== audienceMode.link
  const [rows, setRows] = useState<string | undefined>(hasPeople ? byDepartment : places[0]?.key)
  const [columns, setColumns] = useState<string | undefined>((hasPeople ? places[0] : places[1])?.key)
  const [shows, setShows] = useState<'counts' | 'percents'>('percents')
  const input = inputOf(id, places, { rows, columns, filter })
  const asked = useCall(
    questionnaireResults.crossTable,
    input ?? { id, rows: { by: 'department' }, columns: { question: '-' } },
    {
      enabled: input !== undefined,
      keepPrevious: true,
    },
  )
  const options = places.map(({ key, label }) => ({ value: key, label }))
  return (
    <>
      <FilterBar {...{ detail, filter }} mayFilter onChange={onFilter} />
      <section className="kp-card kp-qr-figure kp-qr-wide" aria-label="交叉表">
        <div className="kp-qr-filter">
          <Select
            aria-label="行"
            className="kp-qr-question"
            placeholder="选择行"
            showSearch={{ optionFilterProp: 'label' }}
            {...(rows !== undefined && { value: rows })}
            options={hasPeople ? [{ value: byDepartment, label: '部门' }, ...options] : options}
            onChange={setRows}
          />
          <span>×</span>
          <Select
            aria-label="列"
            className="kp-qr-question"
            placeholder="选择列"
            showSearch={{ optionFilterProp: 'label' }}
            {...(columns !== undefined && { value: columns })}
            options={options}
            onChange={setColumns}
          />
          <Segmented
            aria-label="显示"
            value={shows}
            options={[
              { value: 'percents', label: '行百分比' },
              { value: 'counts', label: '人数' },
            ]}
            onChange={setShows}
          />
        </div>
        {input === undefined ? (
          <EmptyState text={places.length < 2 && !hasPeople ? '至少要有两道选择或评分类题目' : '请选择行和列'} />
        ) : (
          <Loaded of={asked}>{(table) => <Crossed table={table} shows={shows} />}</Loaded>
        )}
      </section>
    </>
  )
}

interface Wish {
  readonly rows: string | undefined
  readonly columns: string | undefined
  readonly filter: WishedFilter
}

function inputOf(id: string, places: readonly Place[], { rows, columns, filter }: Wish): Input | undefined {
  const placeOf = (key: string | undefined) => {
    const found = places.find((place) => place.key === key)
    return found && { question: found.question, ...(found.row !== undefined && { row: found.row }) }
  }
  const [down, across] = [rows === byDepartment ? { by: 'department' as const } : placeOf(rows), placeOf(columns)]
  return down && across && rows !== columns ? { id, rows: down, columns: across, ...filter } : undefined
}

function Crossed({ table, shows }: { readonly table: Table; readonly shows: 'counts' | 'percents' }): ReactNode {
  const { rows, columns, counts, total } = table
  const isHiddenSomewhere = counts.some((line) => line.includes(null))
  const cellText = (count: number | null, whole: number | null) => {
    if (count === null) return null
    if (shows === 'counts') return formatNumber(count)
    return whole === null || whole === 0 ? null : `${Math.round((count / whole) * 1000) / 10}%`
  }
  return (
    <>
      <p className="kp-hint">
        共 <Dash>{total === null ? null : formatNumber(total)}</Dash> 份答卷，{rows.length} 行 × {columns.length} 列。
        多选题一人可计入多列。{isHiddenSomewhere && `“-”：少于 ${fewest} 份或可由合计推出，不显示。`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keyboard */}
      <section className="kp-qr-scroll" aria-label="交叉表" tabIndex={0}>
        <table className="kp-plain-table kp-qr-heat">
          <caption className="kp-visually-hidden">交叉表</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {columns.map(({ key }, place) => {
                  const count = counts[at]?.[place] ?? null
                  const share = count === null || !row.total ? 0 : count / row.total
                  return (
                    <td
                      key={key}
                      className="kp-number"
                      style={{ background: `rgb(64 158 255 / ${Math.round(Math.min(1, share) * 60)}%)` }}
                    >
                      <Dash>{cellText(count, row.total)}</Dash>
                    </td>
                  )
                })}
                <td className="kp-number">
                  <Dash>{row.total === null ? null : formatNumber(row.total)}</Dash>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
