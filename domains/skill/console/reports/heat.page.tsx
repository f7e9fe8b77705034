import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { ErrorState, formatInstant, Pager, ReportShell, toast, useAction, useCall, useMay } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { skillByDepartment } from '../../contract/menus.ts'
import { type Heat, skillReport } from '../../contract/report.ts'
import { shadeOf } from './heat-colour.ts'
import { exportStarted, PostSelect } from './report-filters.tsx'
import '../skill.css'

interface Conditions {
  readonly departmentId?: string
  readonly postId?: string
}
type Asked = Conditions & { readonly pageIndex: number; readonly pageSize: number }

const conditionsOf = (departmentId: string | undefined, postId: string | undefined): Conditions => ({
  ...(departmentId && { departmentId }),
  ...(postId && { postId }),
})

/** /…/skill_test/test_department: skills × departments. */
export default function HeatPage(): ReactNode {
  const [departmentId, setDepartmentId] = useState<string>()
  const [postId, setPostId] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const heat = useCall(skillReport.heat, asked ?? { pageIndex: 1 }, { enabled: asked !== undefined, keepPrevious: true })
  const exporting = useAction(skillReport.exportHeat, { successText: '', onDone: exportStarted })
  const mayExport = useMay(skillByDepartment.rights.export.code)
  const wish = conditionsOf(departmentId, postId)
  const query = () => setAsked({ ...wish, pageIndex: 1, pageSize: asked?.pageSize ?? 20 })
  const open = (id: string) => {
    setDepartmentId(id)
    setAsked({ ...conditionsOf(id, postId), pageIndex: 1, pageSize: asked?.pageSize ?? 20 })
  }
  const exportAll = () => {
    if (!mayExport) return toast.warning('no permission')
    if (!asked || !heat.data) return toast.warning('请先查询数据')
    if (JSON.stringify(conditionsOf(asked.departmentId, asked.postId)) !== JSON.stringify(wish))
      return toast.warning('查询条件发生变化，请重新查询数据后导出')
    void exporting.run(wish)
  }
  return (
    <ReportShell
      title="部门技能"
      header={{ description: '颜色越深，平均级别越高；格中依次为平均级别、有级别人数和覆盖率。不足 5 人的格子不显示。' }}
      conditions={
        <>
          <div className="kp-filter">
            <span>部门</span>
            <DepartmentTreeSelect
              label="部门"
              value={departmentId ?? null}
              onChange={(value) => setDepartmentId(typeof value === 'string' ? value : undefined)}
              placeholder="全部"
            />
          </div>
          <div className="kp-filter">
            <span>岗位要求的技能</span>
            <PostSelect value={postId} onChange={setPostId} />
          </div>
        </>
      }
      onQuery={query}
      onReset={() => {
        setDepartmentId(undefined)
        setPostId(undefined)
        setAsked(undefined)
      }}
      onExport={exportAll}
      isQuerying={asked !== undefined && heat.isFetching}
      isExporting={exporting.isRunning}
    >
      {asked && heat.error && !heat.data && <ErrorState error={heat.error} onRetry={heat.refetch} />}
      {asked && heat.data && (
        <>
          <HeatTable heat={heat.data} onOpen={open} />
          <Pager
            pageIndex={asked.pageIndex}
            pageSize={asked.pageSize}
            totalCount={heat.data.totalCount}
            onChange={(pageIndex, pageSize) => setAsked({ ...asked, pageIndex, pageSize: Math.min(40, pageSize) })}
          />
        </>
      )}
    </ReportShell>
  )
}

type Shown = Omit<Heat, 'asOf'> & { readonly asOf: string | Date }

function HeatTable({ heat, onOpen }: { readonly heat: Shown; readonly onOpen: (departmentId: string) => void }): ReactNode {
  if (heat.skills.length === 0) return <p className="kp-hint">还没有技能，请先在“技能与岗位”中新增。</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section style={{ overflow: 'auto' }} tabIndex={0} aria-label="部门技能热力图">
      <p className="kp-hint">单位：级 · 按主部门统计 · 截至 {formatInstant(heat.asOf)}</p>
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
                <HeatCell key={cell.skillId} cell={cell} departmentId={row.id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Cell = Shown['rows'][number]['cells'][number]

function HeatCell({ cell, departmentId }: { readonly cell: Cell; readonly departmentId: string }): ReactNode {
  const { levelledCount, mean, coverage, counts, skillId } = cell
  if (levelledCount === null) return <td title="不足 5 人，为保护个人信息不显示">***</td>
  if (levelledCount === 0) return <td style={shadeOf(null)}>–</td>
  const spread = (counts ?? []).map((count, at) => `${at + 1} 级 ${count} 人`).join('，')
  return (
    <td style={shadeOf(mean)} title={spread}>
      <Link
        to={`/application/testCenter/testReports/skill_test/test_personal?departmentId=${departmentId}&skillId=${skillId}`}
        style={{ color: 'inherit' }}
      >
        {mean?.toFixed(2)}
        <small>
          {levelledCount} 人 · {coverage === null ? '–' : `${coverage}%`}
        </small>
      </Link>
    </td>
  )
}
