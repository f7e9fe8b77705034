import { PlusOutlined } from '@ant-design/icons'
import {
  ActionButton,
  CodeTag,
  Dash,
  Field,
  type FilterSpec,
  FormDrawer,
  formatBytes,
  formatInstant,
  InstantInput,
  ListPage,
} from '@kaopei/web'
import { saveUrl } from '@kaopei/web/client'
import { Button, Drawer, Input, InputNumber, Select, Space, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { linkState } from '../contract/short-link.ts'
import {
  defaultLimit,
  type UploadLinkPurpose,
  type UploadLinkRow,
  uploadLink,
  uploadLinkPurposes,
} from '../contract/upload-link.ts'
import { ShareDrawer } from './share-drawer.tsx'

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'made'; readonly url: string; readonly title: string }
  | { readonly kind: 'files'; readonly row: UploadLinkRow }

const filters: readonly FilterSpec[] = [
  { name: 'keyWords', label: '标题', kind: 'text' },
  { name: 'state', label: '状态', kind: 'select', options: linkState.options },
]
const purposes = Object.entries(uploadLinkPurposes).map(([value, label]) => ({ value, label }))
const weekMs = 7 * 86_400_000

export function UploadLinkList(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [title, setTitle] = useState('')
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
      创建上传链接
    </Button>
  )
  return (
    <>
      <ListPage
        endpoint={uploadLink.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={add}
        emptyText="还没有上传链接"
        emptyAction={add}
      />
      {opened?.kind === 'new' && (
        <FormDrawer
          open
          title="创建上传链接"
          width={520}
          endpoint={uploadLink.create}
          successText="上传链接已创建"
          initialValues={{ purpose: 'attachment', limit: defaultLimit, expiresAt: new Date(Date.now() + weekMs).toISOString() }}
          onValuesChange={(changed) => typeof changed.title === 'string' && setTitle(changed.title)}
          onSaved={({ url }) => setOpened({ kind: 'made', url, title })}
          onClose={() => close(opened)}
        >
          <Field name="title" label="标题" extra="上传的人会看到。">
            <Input maxLength={100} placeholder="例如：提交岗位证书扫描件" />
          </Field>
          <Field name="purpose" label="文件类型">
            <Select options={purposes} />
          </Field>
          <Field name="limit" label="最多文件数">
            <InputNumber min={1} max={1000} precision={0} />
          </Field>
          <Field name="expiresAt" label="有效期至">
            <InstantInput />
          </Field>
        </FormDrawer>
      )}
      {opened?.kind === 'made' && (
        <ShareDrawer open originUrl={opened.url} title={opened.title || '上传链接'} onClose={() => close(opened)} />
      )}
      {opened?.kind === 'files' && <FileDrawer row={opened.row} onClose={() => close(opened)} />}
    </>
  )
}

const columns = (open: (opened: Opened) => void): TableColumnsType<UploadLinkRow> => [
  { title: '标题', dataIndex: 'title', width: 240, ellipsis: true },
  { title: '文件类型', dataIndex: 'purpose', width: 190, render: (purpose: UploadLinkPurpose) => uploadLinkPurposes[purpose] },
  {
    title: '已收到',
    key: 'received',
    width: 100,
    align: 'right',
    render: (_value, { receivedCount, limit }) => `${receivedCount}/${limit}`,
  },
  { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={linkState} value={state} /> },
  { title: '有效期至', dataIndex: 'expiresAt', width: 170, render: (at: string) => formatInstant(at) },
  {
    title: '最近打开',
    dataIndex: 'lastUsedAt',
    width: 170,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
  },
  { title: '创建人', dataIndex: 'createdByName', width: 110 },
  { title: '创建时间', dataIndex: 'createdAt', width: 170, render: (at: string) => formatInstant(at) },
  {
    title: '操作',
    key: 'actions',
    width: 150,
    fixed: 'right',
    render: (_value, row) => (
      <Space size={0}>
        <Button type="link" size="small" aria-label={`查看文件 ${row.title}`} onClick={() => open({ kind: 'files', row })}>
          查看文件
        </Button>
        {row.state === linkState.living && (
          <ActionButton
            type="link"
            size="small"
            danger
            aria-label={`停用 ${row.title}`}
            endpoint={uploadLink.revoke}
            input={{ id: row.id }}
            confirm="停用后不能再通过此链接上传，已收到的文件保留。确定停用吗？"
            refreshes={[uploadLink.list]}
          >
            停用
          </ActionButton>
        )}
      </Space>
    ),
  },
]

function FileDrawer({ row, onClose }: { readonly row: UploadLinkRow; readonly onClose: () => void }): ReactNode {
  return (
    <Drawer open title={`收到的文件：${row.title}`} size={800} onClose={onClose}>
      <ListPage
        endpoint={uploadLink.files}
        extraInput={{ id: row.id }}
        stateIn="memory"
        rowKey="fileId"
        columns={[
          { title: '文件名', dataIndex: 'name', width: 280, ellipsis: true },
          { title: '大小', dataIndex: 'sizeBytes', width: 100, align: 'right', render: (size: number) => formatBytes(size) },
          { title: '提交人', dataIndex: 'sender', width: 110 },
          { title: '提交时间', dataIndex: 'uploadedAt', width: 170, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 90,
            render: (_value, file) => (
              <Button type="link" size="small" aria-label={`下载 ${file.name}`} onClick={() => saveUrl(file.fileUrl, file.name)}>
                下载
              </Button>
            ),
          },
        ]}
        emptyText="还没有收到文件"
      />
    </Drawer>
  )
}
