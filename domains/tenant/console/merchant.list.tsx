import { QuotaUsed } from '@kaopei/platform/parts'
import { CodeTag, filtersOf, ListPage, RightButton, ToneTag, useAddress, whenOpened, whenShown } from '@kaopei/web'
import { Button, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type MerchantRow, merchant, merchantState } from '../contract/merchant.ts'
import { MerchantActions } from './merchant.actions.tsx'
import { storageQuotaOf, validityOf } from './merchant.cells.tsx'
import { platformNotes } from './slots.ts'
import './merchant.css'

const MerchantForm = whenShown(async () => ({ default: (await import('./merchant.drawers.tsx')).MerchantForm }), null)
const MerchantDrawer = whenOpened(async () => ({ default: (await import('./merchant.drawer.tsx')).MerchantDrawer }))

const filters = filtersOf(merchant.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '企业名称或域名' },
  { name: 'state', label: '状态', kind: 'select', options: merchantState.options },
])

/** 企业管理: all companies of the deployment, for the platform's own people. */
export default function MerchantPage(): ReactNode {
  const [params, setParams] = useAddress()
  const [editing, setEditing] = useState<MerchantRow | 'new'>()
  const show = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (id === undefined) next.delete('detail')
      else next.set('detail', id)
      return next
    })
  const detail = params.get('detail') ?? undefined
  return (
    <>
      <ListPage
        title="企业管理"
        header={{ description: '新增企业后立即可用；停用后企业人员不能登录，消息暂缓发送，数据保留，恢复后照常使用。' }}
        endpoint={merchant.list}
        filters={filters}
        columns={columns(show, setEditing)}
        rowKey="id"
        toolbar={
          <RightButton type="primary" right={merchant.create} onClick={() => setEditing('new')}>
            新增企业
          </RightButton>
        }
        emptyText="暂无企业"
      />
      {/* Below: what comes late moves no button away from under the pointer. */}
      {platformNotes.parts().map((Note) => (
        <Note key={Note.name} />
      ))}
      {editing !== undefined && <MerchantForm editing={editing} onClose={() => setEditing(undefined)} />}
      <MerchantDrawer open={detail !== undefined} id={detail} onClose={() => show(undefined)} />
    </>
  )
}

function columns(show: (id: string) => void, edit: (row: MerchantRow) => void): TableColumnsType<MerchantRow> {
  return [
    {
      title: '企业名称',
      dataIndex: 'name',
      width: 182,
      render: (name: string, row) => (
        <>
          <Button type="link" size="small" className="kp-merchant-name" title={name} onClick={() => show(row.id)}>
            {name}
          </Button>
          <small className="kp-hint">{row.domain}</small>
        </>
      ),
    },
    {
      title: '状态',
      dataIndex: 'state',
      width: 84,
      render: (state: number, row) =>
        row.isPlatform ? <ToneTag tone="info">平台</ToneTag> : <CodeTag codes={merchantState} value={state} />,
    },
    { title: '菜单套餐', key: 'packageName', width: 104, ellipsis: true, render: (_, row) => row.packageName ?? '全部菜单' },
    { title: '有效期', key: 'validity', width: 122, render: (_, row) => validityOf(row) },
    {
      title: '人员',
      key: 'staff',
      width: 110,
      render: (_, row) => <QuotaUsed used={row.staffUsed} quota={row.staffQuota} />,
    },
    {
      title: '存储',
      key: 'storage',
      width: 112,
      render: (_, row) => <QuotaUsed unit="bytes" used={row.storageUsedBytes} quota={storageQuotaOf(row)} />,
    },
    {
      title: '考试人次',
      key: 'exam',
      width: 106,
      render: (_, row) => <QuotaUsed used={row.examUsed} quota={row.examQuota} />,
    },
    {
      title: '测评人次',
      key: 'measurement',
      width: 106,
      render: (_, row) => <QuotaUsed used={row.measurementUsed} quota={row.measurementQuota} />,
    },
    {
      title: '操作',
      key: 'actions',
      width: 156,
      fixed: 'right',
      render: (_, row) => <MerchantActions row={row} onEdit={() => edit(row)} />,
    },
  ]
}
