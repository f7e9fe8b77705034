import type { OutputOf } from '@kaopei/contract'
import { ActionButton, EmptyState, formatInstant } from '@kaopei/web'
import { Drawer, List } from 'antd'
import type { ReactNode } from 'react'
import { template } from '../../contract/template.ts'

export interface VersionsProps {
  readonly stored: OutputOf<typeof template.detail>
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** Versions that were put to use; each can become what is being drawn again. */
export default function VersionsDrawer({ stored, isChanged, onClose }: VersionsProps): ReactNode {
  return (
    <Drawer open title="版本" size={480} onClose={onClose}>
      {stored.versions.length === 0 ? (
        <EmptyState text="还没有启用过" />
      ) : (
        <List
          dataSource={[...stored.versions]}
          renderItem={({ number, createdByName, createdAt }) => (
            <List.Item
              actions={[
                <ActionButton
                  key="restore"
                  size="small"
                  endpoint={template.restore}
                  input={{ id: stored.id, version: stored.version, number }}
                  confirm={`用第 ${number} 版替换正在设计的内容吗？${isChanged ? '未保存的修改会丢失。' : ''}启用后才会用于新证书。`}
                  successText="已恢复"
                  onDone={() => window.location.reload()}
                >
                  恢复
                </ActionButton>,
              ]}
            >
              <List.Item.Meta
                title={`第 ${number} 版${number === stored.currentNumber ? '（使用中）' : ''}`}
                description={`${createdByName || '系统'} ${formatInstant(createdAt)}`}
              />
            </List.Item>
          )}
        />
      )}
    </Drawer>
  )
}
