import { calling, RowActions, whenOpened } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { type MerchantRow, merchant, merchantState } from '../contract/merchant.ts'

const SuspendForm = whenOpened(async () => ({ default: (await import('./merchant.drawers.tsx')).SuspendForm }))
const ExtendForm = whenOpened(async () => ({ default: (await import('./merchant.drawers.tsx')).ExtendForm }))

/** What can be done with a company in the list. */
export function MerchantActions({ row, onEdit }: { readonly row: MerchantRow; readonly onEdit: () => void }): ReactNode {
  const [open, setOpen] = useState<'suspend' | 'extend'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <RowActions
        actions={[
          { label: '编辑', right: merchant.update, run: onEdit },
          !row.isPlatform && { label: '延期', right: merchant.extend, run: () => setOpen('extend') },
          !row.isPlatform &&
            (row.state === merchantState.suspended
              ? calling(merchant.resume, {
                  label: '恢复',
                  input: { id: row.id },
                  confirm: `恢复“${row.name}”后，其人员可以立即登录，是否继续？`,
                  refreshes: [merchant.list],
                })
              : { label: '停用', isDangerous: true, right: merchant.suspend, run: () => setOpen('suspend') }),
        ]}
      />
      <SuspendForm row={row} open={open === 'suspend'} onClose={close} />
      <ExtendForm row={row} open={open === 'extend'} onClose={close} />
    </>
  )
}
