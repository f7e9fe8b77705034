import type { OutputOf } from '@kaopei/contract'
import { PartnerConfigPanel, QuotaUsed } from '@kaopei/platform/parts'
import { CodeTag, calling, Dash, formatInstant, Loaded, RowActions, ToneTag, useCall } from '@kaopei/web'
import { Descriptions, Drawer, Table, type TableColumnsType, Tabs, Typography } from 'antd'
import type { ReactNode } from 'react'
import { merchant, merchantState } from '../contract/merchant.ts'
import { storageQuotaOf, validityOf } from './merchant.cells.tsx'
import { loginAddress, showOneTimePassword } from './one-time-password.tsx'

type Detail = OutputOf<typeof merchant.get>
type Administrator = Detail['administrators'][number]

/** One company: what was agreed, who administers it, how it is configured. */
interface Props {
  readonly open: boolean
  readonly id: string | undefined
  readonly onClose: () => void
}

export function MerchantDrawer({ open, id, onClose }: Props): ReactNode {
  return (
    <Drawer title="企业详情" size={960} open={open} onClose={onClose} destroyOnHidden>
      {id !== undefined && <DetailOf id={id} />}
    </Drawer>
  )
}

function DetailOf({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(merchant.get, { id })
  return (
    <Loaded of={asked}>
      {(detail) => (
        <Tabs
          items={[
            { key: 'facts', label: '基本信息', children: <Facts detail={detail} /> },
            { key: 'config', label: '企业配置', children: <PartnerConfigPanel partnerId={id} /> },
          ]}
        />
      )}
    </Loaded>
  )
}

function Facts({ detail }: { readonly detail: Detail }): ReactNode {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['企业名称', detail.name],
    [
      '登录地址',
      <Typography.Text key="address" copyable>
        {loginAddress(detail.domain)}
      </Typography.Text>,
    ],
    [
      '状态',
      detail.isPlatform ? (
        <ToneTag key="state" tone="info">
          平台
        </ToneTag>
      ) : (
        <CodeTag key="state" codes={merchantState} value={detail.state} />
      ),
    ],
    ['停用原因', detail.suspendedReason],
    ['菜单套餐', detail.packageName ?? '全部菜单'],
    ['有效期', validityOf(detail)],
    ['人员额度', <QuotaUsed key="staff" used={detail.staffUsed} quota={detail.staffQuota} />],
    ['存储额度', <QuotaUsed key="storage" unit="bytes" used={detail.storageUsedBytes} quota={storageQuotaOf(detail)} />],
    ['考试人次', <QuotaUsed key="exam" used={detail.examUsed} quota={detail.examQuota} />],
    ['测评人次', <QuotaUsed key="measurement" used={detail.measurementUsed} quota={detail.measurementQuota} />],
    ['创建时间', formatInstant(detail.createdAt)],
    ['备注', detail.remark],
  ]
  return (
    <>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        size="small"
        bordered
        items={facts.map(([label, value]) => ({ key: label, label, children: <Dash>{value}</Dash> }))}
      />
      <h3>管理员</h3>
      <Table<Administrator>
        size="small"
        rowKey="id"
        columns={administratorColumns(detail)}
        dataSource={detail.administrators}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '该企业没有可用的管理员' }}
      />
    </>
  )
}

function administratorColumns({ id, domain }: Detail): TableColumnsType<Administrator> {
  return [
    { title: '姓名', dataIndex: 'name', width: 160 },
    { title: '账号', dataIndex: 'account', width: 200 },
    {
      title: '状态',
      dataIndex: 'isEnabled',
      width: 100,
      render: (isEnabled: boolean) => <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>,
    },
    {
      title: '操作',
      key: 'actions',
      width: 120,
      render: (_, row) => (
        <RowActions
          actions={[
            calling(merchant.resetAdmin, {
              label: '重置密码',
              input: { id, staffId: row.id },
              confirm: `重置“${row.name}”的密码？其所有登录将立即退出。`,
              successText: '',
              onDone: (made) => showOneTimePassword({ ...made, address: loginAddress(domain) }, '密码已重置'),
            }),
          ]}
        />
      ),
    },
  ]
}
