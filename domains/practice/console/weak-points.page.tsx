import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { Loaded, PageHeader, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { practiceResults } from '../contract/practice-results.ts'
import { listPath } from './paths.ts'
import './practice.css'
import { WeakPointMap } from './results/weak-point-map.tsx'
import { weakPointActs } from './slots.ts'

/** 薄弱知识点: what the people of each department know of each point, the weakest first. */
export default function WeakPoints(): ReactNode {
  const navigate = useNavigate()
  const [departmentId, setDepartment] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const asked = useCall(practiceResults.weakPoints, departmentId === null ? {} : { departmentId }, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="薄弱知识点"
        back={() => void navigate(listPath)}
        extra={weakPointActs.parts().map((Act, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what fills a slot never changes
          <Act key={at} pointIds={chosen} />
        ))}
      />
      <div className="kp-card">
        <div className="kp-toolbar">
          <div className="kp-practice-department">
            <DepartmentTreeSelect
              label="部门"
              placeholder="全部部门"
              value={departmentId}
              onChange={(next) => setDepartment(next ?? null)}
            />
          </div>
          <span className="kp-hint">按近 180 天每人每题最近一次练习作答计算；少于 3 题不作结论。</span>
        </div>
        <Loaded of={asked}>{(data) => <WeakPointMap data={data} chosen={chosen} onChoose={setChosen} />}</Loaded>
      </div>
    </>
  )
}
