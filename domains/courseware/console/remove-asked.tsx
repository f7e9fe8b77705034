import { type Acting, confirmAction } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { type CoursewareRow, courseware, type ShownUse } from '../contract/courseware.ts'

const mostShown = 5

/** Deletes after the question that names what it hurts: which courses and micro-courses it stands in, and how many learn there. */
export async function removeAsked({ id, title }: CoursewareRow, { run }: Parameters<Acting['run']>[0]): Promise<void> {
  const { usedIn } = await call(courseware.detail, { id })
  const isSure = await confirmAction({
    title: '确认删除？',
    content: <Hurt title={title} usedIn={usedIn} />,
    isDangerous: true,
    okText: '删除',
  })
  if (isSure) await run(courseware.delete, { id, isConfirmed: true }, { successText: '删除成功' })
}

function Hurt({ title, usedIn }: { readonly title: string; readonly usedIn: readonly ShownUse[] }) {
  if (usedIn.length === 0) return <p>确定删除课件“{title}”吗？它没有被任何课程或微课使用，删除后不能恢复。</p>
  const learners = usedIn.reduce((sum, use) => sum + use.learnerCount, 0)
  const isSold = usedIn.some(({ companyCount }) => companyCount !== undefined)
  return (
    <>
      <p>
        课件“{title}”正被 {usedIn.length} 处使用，共 {learners} 人在学。删除后已在学的人可以继续学完，
        {isSold && '已购买的企业可以继续使用，'}但不能再把它加入课程或微课：
      </p>
      <UsedIn usedIn={usedIn} />
    </>
  )
}

/** 用于 */
export function UsedIn({ usedIn }: { readonly usedIn: readonly ShownUse[] }) {
  return (
    <ul className="kp-ware-uses">
      {usedIn.slice(0, mostShown).map(({ kind, id, name, learnerCount, companyCount }) => (
        <li key={`${kind}${id}`}>
          {kind} {name}（{companyCount === undefined ? `${learnerCount} 人在学` : `${companyCount} 家企业`}）
        </li>
      ))}
      {usedIn.length > mostShown && <li>等 {usedIn.length} 处</li>}
    </ul>
  )
}
