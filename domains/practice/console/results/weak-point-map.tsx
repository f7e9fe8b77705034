import type { OutputOf } from '@kaopei/contract'
import { EmptyState, Pager } from '@kaopei/web'
import { Checkbox } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { practiceResults } from '../../contract/practice-results.ts'

type WeakPoints = OutputOf<typeof practiceResults.weakPoints>
type Cell = WeakPoints['cells'][number]

const pageSize = 50

interface Props {
  readonly data: WeakPoints
  /** Points to do something about. */
  readonly chosen: readonly string[]
  readonly onChoose: (pointIds: readonly string[]) => void
}

/** Points × departments. Every cell says its figure: the colour only helps to find it. */
export function WeakPointMap({ data, chosen, onChoose }: Props): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const cells = useMemo(
    () => new Map(data.cells.map((cell) => [`${cell.knowledgePointId} ${cell.departmentId}`, cell])),
    [data.cells],
  )
  if (data.points.length === 0) return <EmptyState text="近 180 天没有可统计的练习作答" />
  const shown = data.points.slice((pageIndex - 1) * pageSize, pageIndex * pageSize)
  return (
    <>
      <Legend />
      {data.pointCount > data.points.length && (
        <p className="kp-hint">
          共 {data.pointCount} 个知识点，只列出掌握度最低的 {data.points.length} 个；选择部门可以缩小范围。
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keyboard */}
      <section className="kp-practice-map" aria-label="薄弱知识点地图" tabIndex={0}>
        <table>
          <caption className="kp-visually-hidden">各部门对各知识点的掌握度</caption>
          <thead>
            <tr>
              <th scope="col">知识点</th>
              <th scope="col">全部</th>
              {data.departments.map(({ id, name }) => (
                <th key={id} scope="col" title={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, masteryPercent, peopleCount, questionCount }) => (
              <tr key={id}>
                <th scope="row" title={name}>
                  <Checkbox
                    checked={chosen.includes(id)}
                    onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
                  >
                    {name}
                  </Checkbox>
                </th>
                <MapCell cell={{ masteryPercent, peopleCount, questionCount }} />
                {data.departments.map((department) => (
                  <MapCell key={department.id} cell={cells.get(`${id} ${department.id}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager
        isInDrawer
        pageIndex={pageIndex}
        pageSize={pageSize}
        totalCount={data.points.length}
        unit="个知识点"
        onChange={setPage}
      />
    </>
  )
}

const steps = [
  { below: 40, tone: 1, label: '40% 以下' },
  { below: 60, tone: 2, label: '40% 至 59%' },
  { below: 80, tone: 3, label: '60% 至 79%' },
  { below: 101, tone: 4, label: '80% 及以上' },
] as const

function Legend(): ReactNode {
  return (
    <ul className="kp-practice-legend" aria-label="图例">
      {steps.map(({ tone, label }) => (
        <li key={tone}>
          <i data-tone={tone} />
          {label}
        </li>
      ))}
      <li>
        <i />
        不足 3 题
      </li>
    </ul>
  )
}

function MapCell({
  cell,
}: {
  readonly cell: Pick<Cell, 'masteryPercent' | 'peopleCount' | 'questionCount'> | undefined
}): ReactNode {
  if (!cell) return <td className="kp-practice-none">-</td>
  const { masteryPercent: percent, peopleCount, questionCount } = cell
  const tone = percent === null ? undefined : steps.find(({ below }) => percent < below)?.tone
  return (
    <td data-tone={tone} title={`${peopleCount} 人，${questionCount} 题`}>
      <strong>{percent === null ? '不足' : `${percent}%`}</strong>
      <span>{peopleCount} 人</span>
    </td>
  )
}
