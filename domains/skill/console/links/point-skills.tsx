import { Bones, FocusReturn, Loaded, mayOrWarn, useCall } from '@kaopei/web'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { skillLink } from '../../contract/link.ts'
import { PointDrawer } from './link.drawer.tsx'
import '../skill.css'

interface Props {
  readonly point: { readonly id: string; readonly name: string }
}

/** In the line of a knowledge point: which skill its questions test, at which level. */
export default function PointSkills({ point }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={`对应技能 ${point.name}`}
        onClick={() => mayOrWarn(skillLink.savePoint) && setOpen(true)}
      >
        对应技能
      </Button>
      {isOpen && <Opened pointId={point.id} onClose={() => setOpen(false)} />}
    </>
  )
}

function Opened({ pointId, onClose }: { readonly pointId: string; readonly onClose: () => void }): ReactNode {
  const asked = useCall(skillLink.points, { pointId, pageIndex: 1, pageSize: 10 })
  const row = asked.data?.dataList[0]
  return (
    <>
      {/* Outside of the two drawers: the second opens when the focus has left what opened the first. */}
      <FocusReturn />
      {row ? (
        <PointDrawer row={row} onClose={onClose} />
      ) : (
        <Drawer open title="对应技能" size={620} onClose={onClose}>
          <Loaded of={asked} skeleton={<Bones rows={5} />}>
            {() => <p className="kp-hint">知识点已不存在，请刷新页面。</p>}
          </Loaded>
        </Drawer>
      )}
    </>
  )
}
