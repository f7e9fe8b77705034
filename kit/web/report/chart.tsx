import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { saveBlob, saveUrl } from '../client/download.ts'
import { Dash } from '../dash.tsx'
import { formatInstant } from '../format.ts'
import { Bones, EmptyState } from '../states.tsx'

export interface ChartTable {
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
}

export interface ChartProps {
  readonly title: string
  readonly option: EChartsCoreOption
  /** 人, 分, % … */
  readonly unit?: string
  /** The time the figures are of. */
  readonly asOf?: string | Date | null
  /** The same figures as a table: for reading, for those who do not see pictures, and for download. */
  readonly table: ChartTable
  readonly height?: number
  readonly extra?: ReactNode
  readonly onClick?: (part: { readonly name: string; readonly dataIndex: number; readonly seriesName?: string }) => void
}

const Canvas = lazy(() => import('./chart-canvas.tsx'))

/** A chart with its title, unit, time, table and downloads. */
export function Chart(props: ChartProps): ReactNode {
  const { title, unit, asOf, table, height = 300, extra, option, onClick } = props
  const [isTable, setTable] = useState(false)
  const picture = useRef<() => string | undefined>(undefined)
  const download = () => {
    const url = isTable ? undefined : picture.current?.()
    if (url) saveUrl(url, `${title}.png`)
    else saveBlob(csvOf(table), `${title}.csv`)
  }
  const isEmpty = table.rows.length === 0
  return (
    <figure className="kp-chart" aria-label={title}>
      <figcaption>
        <h3>{title}</h3>
        {unit && <span className="kp-hint">单位：{unit}</span>}
        {asOf && <span className="kp-hint">截至 {formatInstant(asOf)}</span>}
        <span className="kp-chart-buttons">
          {extra}
          <Tooltip title={isTable ? '查看图表' : '查看数据表'}>
            <Button
              type="text"
              size="small"
              icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
              aria-label={isTable ? '查看图表' : '查看数据表'}
              disabled={isEmpty}
              onClick={() => setTable(!isTable)}
            />
          </Tooltip>
          <Tooltip title={isTable ? '下载数据' : '下载图片'}>
            <Button
              type="text"
              size="small"
              icon={<DownloadOutlined />}
              aria-label={isTable ? '下载数据' : '下载图片'}
              disabled={isEmpty}
              onClick={download}
            />
          </Tooltip>
        </span>
      </figcaption>
      <div style={{ height, overflow: 'auto' }}>
        {isEmpty ? (
          <EmptyState text="数据为空" />
        ) : isTable ? (
          <TableView table={table} title={title} />
        ) : (
          <Suspense fallback={<Bones rows={Math.floor(height / 36)} />}>
            <Canvas option={option} height={height} title={title} picture={picture} onClick={onClick} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}

function TableView({ table, title }: { readonly table: ChartTable; readonly title: string }): ReactNode {
  return (
    <table className="kp-plain-table">
      <caption className="kp-visually-hidden">{title}</caption>
      <thead>
        <tr>
          {table.columns.map(({ key, title: head }) => (
            <th key={key} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no identity and never move
          <tr key={index}>
            {table.columns.map(({ key }) => (
              <td key={key} className={typeof row[key] === 'number' ? 'kp-number' : ''}>
                <Dash>{row[key]}</Dash>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function csvOf(table: ChartTable): Blob {
  // Spreadsheets run what begins like a formula; a leading quote mark keeps it text.
  const safe = (text: string) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text)
  const cell = (value: string | number | null | undefined) => `"${safe(String(value ?? '')).replaceAll('"', '""')}"`
  const lines = [
    table.columns.map(({ title }) => cell(title)),
    ...table.rows.map((row) => table.columns.map(({ key }) => cell(row[key]))),
  ]
  // The mark in front lets Excel read it as UTF-8.
  return new Blob([`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}`], { type: 'text/csv;charset=utf-8' })
}
