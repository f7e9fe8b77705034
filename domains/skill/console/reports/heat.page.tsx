import { DepartmentTreeSelect } from '@kaopei/org/parts'
import {
  Bones,
  type DayRange,
  ErrorState,
  exportProblem,
  formatInstant,
  isSoundRange,
  Pager,
  RangeField,
  ReportShell,
  rangeWarning,
  toast,
  useAction,
  useCall,
  useMay,
} from '@kaopei/web'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { skillByDepartment } from '../../contract/menus.ts'
import { type Heat, skillReport } from '../../contract/report.ts'
import { spreadText } from '../../contract/words.ts'
import { SkillGroupPicker } from '../parts.tsx'
import { shadeOf } from './heat-colour.ts'
import { exportStarted, PostSelect } from './report-filters.tsx'
import '../skill.css'

interface Conditions {
  readonly range?: DayRange | undefined
  readonly departmentId?: string | undefined
  readonly postId?: string | undefined
  readonly groupId?: string | undefined
}
interface Asked extends Conditions {
  readonly pageIndex: number
  readonly pageSize: number
}

const inputOf = ({ range, departmentId, postId, groupId }: Conditions) => ({
  ...(range && { beginTime: range[0], endTime: range[1] }),
  ...(departmentId && { departmentId }),
  ...(postId && { postId }),
  ...(groupId && { groupId }),
})

/** /…/skill_test/test_department: skills × departments. */
export default function HeatPage(): ReactNode {
  const [conditions, setConditions] = useState<Conditions>({})
  const [asked, setAsked] = useState<Asked>()
  const page = { pageIndex: asked?.pageIndex ?? 1, pageSize: asked?.pageSize ?? 20 }
  const heat = useCall(
    skillReport.heat,
    { ...inputOf(asked ?? {}), ...page },
    { enabled: asked !== undefined, keepPrevious: true },
  )
  const exporting = useAction(skillReport.exportHeat, { successText: '', onDone: exportStarted })
  const mayExport = useMay(skillByDepartment.rights.export.code)
  const { range, departmentId, postId, groupId } = conditions
  const change = (changed: Conditions) => setConditions({ ...conditions, ...changed })
  const ask = (wish: Conditions) => {
    if (!isSoundRange(wish.range)) return toast.warning(rangeWarning)
    setConditions(wish)
    setAsked({ ...wish, pageIndex: 1, pageSize: page.pageSize })
  }
  const exportAll = () => {
    const queried = asked && heat.data ? JSON.stringify(inputOf(asked)) : undefined
    const problem = exportProblem({ mayExport, range, queried, current: JSON.stringify(inputOf(conditions)) })
    if (problem) return toast.warning(problem)
    void exporting.run(inputOf(conditions))
  }
  return (
    <ReportShell
      title="部门技能"
      header={{
        description:
          '级别截至时间范围的最后一天。颜色越深，平均级别越高；格中依次为平均级别、有级别人数和覆盖率，点击查看人员。不足 5 人的格子不显示。',
      }}
      conditions={
        <>
          <RangeField value={range} onChange={(next) => change({ range: next })} />
          <div className="kp-filter">
            <span>部门</span>
            <DepartmentTreeSelect
              label="部门"
              value={departmentId ?? null}
              onChange={(value) => change({ departmentId: typeof value === 'string' ? value : undefined })}
              placeholder="全部"
            />
          </div>
          <div className="kp-filter">
            <span>岗位要求的技能</span>
            <PostSelect value={postId} onChange={(next) => change({ postId: next })} />
          </div>
          <div className="kp-filter">
            <span>技能分类</span>
            <SkillGroupPicker
              label="技能分类"
              value={groupId}
              onChange={(next) => change({ groupId: next })}
              placeholder="全部"
            />
          </div>
        </>
      }
      onQuery={() => ask(conditions)}
      onReset={() => {
        setConditions({})
        setAsked(undefined)
      }}
      onExport={exportAll}
      isQuerying={asked !== undefined && heat.isFetching}
      isExporting={exporting.isRunning}
    >
      {asked && (
        <>
          {!heat.data && !heat.error && <Bones rows={8} />}
          {heat.error && !heat.data && <ErrorState error={heat.error} onRetry={heat.refetch} />}
          {heat.data && (
            <>
              <HeatTable heat={heat.data} range={asked.range} onOpen={(id) => ask({ ...conditions, departmentId: id })} />
              <Pager
                pageIndex={asked.pageIndex}
                pageSize={asked.pageSize}
                totalCount={heat.data.totalCount}
                onChange={(pageIndex, pageSize) => setAsked({ ...asked, pageIndex, pageSize: Math.min(40, pageSize) })}
              />
            </>
          )}
        </>
      )}
    </ReportShell>
  )
}

type Shown = Omit<Heat, 'asOf'> & { readonly asOf: string | Date }

interface HeatTableProps {
  readonly heat: Shown
  readonly range: DayRange | undefined
  readonly onOpen: (departmentId: string) => void
}

export function HeatTable({ heat, range, onOpen }: HeatTableProps): ReactNode {
  const [isSpread, setSpread] = useState(false)
  if (heat.skills.length === 0) return <p className="kp-hint">还没有技能，请先在“技能与岗位”中新增。</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section style={{ overflow: 'auto' }} tabIndex={0} aria-label="部门技能热力图">
      <p className="kp-hint">
        单位：级 · 按{heat.isPast ? '当前的' : ''}主部门统计 · 截至 {formatInstant(heat.asOf)}
        {heat.isCut && ` · 部门较多，只显示前 ${heat.rows.length} 个，全部请导出，或选择下级部门`}
      </p>
      <Checkbox checked={isSpread} onChange={({ target }) => setSpread(target.checked)}>
        显示级别分布和期间新增证据
      </Checkbox>
      <table className="kp-heat">
        <caption className="kp-visually-hidden">部门与技能的平均级别</caption>
        <thead>
          <tr>
            <th scope="col">部门</th>
            <th scope="col">人数</th>
            {heat.skills.map(({ id, name, group }) => (
              <th key={id} scope="col" title={group}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.rows.map((row) => (
            <tr key={`${row.id}${row.isOwn}`}>
              <th scope="row">
                {row.isOwn ? (
                  row.name
                ) : (
                  <button type="button" className="kp-link" onClick={() => onOpen(row.id)}>
                    {row.name}
                  </button>
                )}
              </th>
              <td>{row.peopleCount}</td>
              {row.cells.map((cell) => (
                <HeatCell
                  key={cell.skillId}
                  cell={cell}
                  isSpread={isSpread}
                  to={peopleOf({ row, skillId: cell.skillId, range })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Cell = Shown['rows'][number]['cells'][number]

/** The people behind a cell, asked for at once. */
function peopleOf({
  row,
  skillId,
  range,
}: {
  readonly row: Shown['rows'][number]
  readonly skillId: string
  readonly range: DayRange | undefined
}): string {
  const query = new URLSearchParams({ departmentId: row.id, skillId })
  if (row.isOwn) query.set('isDirect', '1')
  if (range) {
    query.set('beginTime', range[0])
    query.set('endTime', range[1])
  }
  return `/application/testCenter/testReports/skill_test/test_personal?${query.toString()}`
}

interface HeatCellProps {
  readonly cell: Cell
  /** Says how many show which level: a pointer is told so by the cell's title, nobody else is. */
  readonly isSpread: boolean
  readonly to: string
}

function HeatCell({ cell, isSpread, to }: HeatCellProps): ReactNode {
  const { levelledCount, mean, coverage, counts, newCount } = cell
  if (levelledCount === null) return <td title="不足 5 人，为保护个人信息不显示">***</td>
  if (levelledCount === 0) return <td style={shadeOf(null)}>–</td>
  const spread = `${spreadText(counts ?? [])}；期间新增证据 ${newCount ?? 0} 条`
  return (
    <td style={shadeOf(mean)} title={spread}>
      <Link to={to} style={{ color: 'inherit' }}>
        {mean?.toFixed(2)}
        <small>
          {levelledCount} 人 · {coverage === null ? '–' : `${coverage}%`}
        </small>
        {isSpread && <small>{spread}</small>}
      </Link>
    </td>
  )
}
