import { mayOrWarn, useCall, useMay } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { skillLevel } from '../../contract/codes.ts'
import { skillLink } from '../../contract/link.ts'
import { TeachingDrawer } from './link.drawer.tsx'
import '../skill.css'

/** On a course's page: which skills it leads to, how far, in how many hours. */
export default function CourseSkills({ courseId }: { readonly courseId: string }): ReactNode {
  const mayRead = useMay(skillLink.teachings)
  const asked = useCall(
    skillLink.teachings,
    { kind: 'course', targetId: courseId, pageIndex: 1, pageSize: 10 },
    { enabled: mayRead },
  )
  const [isOpen, setOpen] = useState(false)
  const row = asked.data?.dataList[0]
  if (!row) return null
  return (
    <section className="kp-card" aria-label="对应技能">
      <div className="kp-skill-head">
        <h3>对应技能</h3>
        <Button onClick={() => mayOrWarn(skillLink.saveTeaching) && setOpen(true)}>编辑对应技能</Button>
      </div>
      {row.skills.length === 0 ? (
        <p className="kp-hint">还没有填写学完通常能达到哪些技能的哪一级，因此不会出现在推荐课程中。</p>
      ) : (
        <>
          <p className="kp-hint">学时 {row.hours ?? '-'} 小时；学完只记为“已学”，级别由考试、测评或上级评定证明。</p>
          <ul className="kp-skill-pieces">
            {row.skills.map(({ skillId, skillName, level }) => (
              <li key={skillId}>
                {skillName}：通常达到 {skillLevel.label(level)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isOpen && <TeachingDrawer row={row} onClose={() => setOpen(false)} />}
    </section>
  )
}
