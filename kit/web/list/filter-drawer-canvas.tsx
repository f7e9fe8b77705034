import { Drawer, Tabs } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { report } from '../client/error-policy.ts'
import { DrawerFooter } from '../form/drawer-footer.tsx'
import { confirmLeaving, toast } from '../notify.tsx'
import { type PickTab, selectionOf } from '../pick/pick.ts'
import { PickedTags } from '../pick/picked-tags.tsx'
import type { FilterDrawerProps } from './filter-drawer.tsx'
import '../pick/pick.css'
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts'
import { type PickState, usePick } from '../pick/use-pick.ts'
import { type PickGuards, usePickGuards, type Verdict } from '../pick/use-pick-guards.ts'

export default function FilterDrawerCanvas(props: FilterDrawerProps): ReactNode {
  const { open, title = '请选择', width = 950, tabs, selected, single = false, onClose } = props
  const pick = usePick(selected, single)
  const guards = usePickGuards()
  const [shownTab, setShownTab] = useState(tabs[0]?.key)
  const confirming = useConfirming(props, pick, () => guards.ask(shownTab))
  const isUnsaved = () => open && !confirming.isRunning && (pick.isChanged || guards.hasDraft())
  useUnsavedGuard(isUnsaved)
  const close = async () => {
    if (confirming.isRunning) return
    if (!isUnsaved() || (await confirmLeaving())) onClose()
  }
  return (
    <Drawer
      open={open}
      title={title}
      size={width}
      rootClassName="kp-filter-drawer"
      onClose={() => void close()}
      destroyOnHidden
      footer={<DrawerFooter onCancel={() => void close()} onOk={() => void confirming.run()} isRunning={confirming.isRunning} />}
    >
      <div className="kp-pick">
        {tabs.length === 1 ? (
          <section className="kp-pick-lists" aria-label={tabs[0]?.title}>
            {tabs.map((tab) => (
              <TabContent key={tab.key} tab={tab} pick={pick} guards={guards} />
            ))}
          </section>
        ) : (
          <Tabs
            className="kp-pick-lists"
            {...(shownTab !== undefined && { activeKey: shownTab })}
            onChange={setShownTab}
            items={tabs.map((tab) => ({
              key: tab.key,
              label: tab.title,
              children: <TabContent tab={tab} pick={pick} guards={guards} />,
            }))}
          />
        )}
        <PickedTags pick={pick} />
      </div>
    </Drawer>
  )
}

interface TabContentProps {
  readonly tab: PickTab
  readonly pick: PickState
  readonly guards: PickGuards
}

function TabContent({ tab, pick, guards }: TabContentProps): ReactNode {
  const guard = useMemo(() => guards.add.bind(null, tab.key), [guards, tab.key])
  return tab.content({ ...pick, guard })
}

function useConfirming(props: FilterDrawerProps, pick: PickState, ask: () => Verdict) {
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    if (isRunning) return
    const verdict = ask()
    if (verdict.kind === 'stop') return verdict.text && toast.warning(verdict.text)
    const items = [...selectionOf([...pick.items, ...verdict.extra]).values()]
    if (items.length === 0) return toast.warning('您还没有选择！！')
    setRunning(true)
    try {
      if ((await props.onConfirm(items)) !== false) props.onClose()
    } catch (error) {
      report(error, 'picker')
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, run }
}
