import { FocusReturn } from '@kaopei/web'
import { Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { PostsPanel } from './posts-panel.tsx'
import { RanksPanel } from './ranks-panel.tsx'

/** 岗位职级: what people can be, beside where they belong. */
export default function PostsDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Drawer open title="岗位与职级" size={960} onClose={onClose}>
      <FocusReturn />
      <Tabs
        className="kp-posts"
        destroyOnHidden
        items={[
          { key: 'posts', label: '岗位', children: <PostsPanel /> },
          { key: 'ranks', label: '职级', children: <RanksPanel /> },
        ]}
      />
    </Drawer>
  )
}
