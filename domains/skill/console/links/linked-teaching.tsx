import { Bones, FocusReturn, Loaded, useCall } from '@kaopei/web'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { skillLink, type TeachingKind } from '../../contract/link.ts'
import { TeachingDrawer } from './link.drawer.tsx'
import '../skill.css'

interface Props {
  readonly open: boolean
  readonly kind: TeachingKind
  readonly targetId: string
  readonly onClose: () => void
}

/** Which skills one course or project leads to, from its own row or page. */
export default function LinkedTeaching({ kind, targetId, onClose }: Props): ReactNode {
  const asked = useCall(skillLink.teachings, { kind, targetId, pageIndex: 1, pageSize: 10 })
  const row = asked.data?.dataList[0]
  return (
    <>
      {/* Outside of the two drawers: the second opens when the focus has left what opened the first. */}
      <FocusReturn />
      {row ? (
        <TeachingDrawer row={row} onClose={onClose} />
      ) : (
        <Drawer open title="对应技能" size={620} onClose={onClose}>
          <Loaded of={asked} skeleton={<Bones rows={5} />}>
            {() => <p className="kp-hint">课程或项目已不存在，请刷新页面。</p>}
          </Loaded>
        </Drawer>
      )}
    </>
  )
}
