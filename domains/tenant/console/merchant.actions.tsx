import { ActionButton, RightButton } from '@kaopei/web'
import { Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { type MerchantRow, merchant, merchantState } from '../contract/merchant.ts'
import { ExtendForm, SuspendForm } from './merchant.form.tsx'

/** What can be done with a company in the list. */
export function MerchantActions({ row, onEdit }: { readonly row: MerchantRow; readonly onEdit: () => void }): ReactNode {
  const [open, setOpen] = useState<'suspend' | 'extend'>()
  const close = () => setOpen(undefined)
  return (
    <Space size={0}>
      <RightButton type="link" size="small" right={merchant.update} onClick={onEdit}>
        编辑
      </RightButton>
      {!row.isPlatform && (
        <>
          <RightButton type="link" size="small" right={merchant.extend} onClick={() => setOpen('extend')}>
            延期
          </RightButton>
          {row.state === merchantState.suspended ? (
            <ActionButton
              type="link"
              size="small"
              endpoint={merchant.resume}
              input={{ id: row.id }}
              confirm={`恢复“${row.name}”后，其人员可以立即登录，是否继续？`}
              refreshes={[merchant.list]}
            >
              恢复
            </ActionButton>
          ) : (
            <RightButton type="link" size="small" danger right={merchant.suspend} onClick={() => setOpen('suspend')}>
              停用
            </RightButton>
          )}
        </>
      )}
      <SuspendForm row={row} open={open === 'suspend'} onClose={close} />
      <ExtendForm row={row} open={open === 'extend'} onClose={close} />
    </Space>
  )
}
