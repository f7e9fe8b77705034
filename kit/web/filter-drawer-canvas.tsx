import { Drawer, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { report } from './client/error-policy.ts'
import { DrawerFooter } from './drawer-footer.tsx'
import type { FilterDrawerProps } from './filter-drawer.tsx'
import { confirmLeaving, toast } from './notify.tsx'
import type { Picked } from './pick.ts'
import { PickedTags } from './picked-tags.tsx'
import { type PickState, usePick } from './use-pick.ts'

export default function FilterDrawerCanvas(props: FilterDrawerProps): ReactNode {
  const { open, title = '请选择', width = 950, selected, single = false, onClose, onConfirm } = props
  const pick = usePick(selected, single)
  const confirming = useConfirming(onConfirm, onClose)
  const close = async () => {
    if (confirming.isRunning) return
    if (!pick.isChanged || (await confirmLeaving())) onClose()
  }
  return (
    <Drawer
      open={open}
      title={title}
      size={width}
      rootClassName="kp-filter-drawer"
      onClose={() => void close()}
      destroyOnHidden
      footer={
        <DrawerFooter
          onCancel={() => void close()}
          onOk={() => void confirming.run(pick.items)}
          isRunning={confirming.isRunning}
        />
      }
    >
      <div className="kp-pick">
        <PickTabs tabs={props.tabs} pick={pick} />
        <PickedTags pick={pick} />
      </div>
    </Drawer>
  )
}

function PickTabs({ tabs, pick }: Pick<FilterDrawerProps, 'tabs'> & { readonly pick: PickState }): ReactNode {
  const [only] = tabs
  if (only && tabs.length === 1) {
    return (
      <section className="kp-pick-lists" aria-label={only.title}>
        {only.content(pick)}
      </section>
    )
  }
  return (
    <Tabs
      className="kp-pick-lists"
      items={tabs.map(({ key, title, content }) => ({ key, label: title, children: content(pick) }))}
    />
  )
}

function useConfirming(onConfirm: FilterDrawerProps['onConfirm'], onClose: () => void) {
  const [isRunning, setRunning] = useState(false)
  const run = async (items: readonly Picked[]) => {
    if (isRunning) return
    if (items.length === 0) return toast.warning('您还没有选择！！')
    setRunning(true)
    try {
      if ((await onConfirm(items)) !== false) onClose()
    } catch (error) {
      report(error, 'picker')
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, run }
}
