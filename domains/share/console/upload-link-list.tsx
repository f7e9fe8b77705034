import {
  FileViewer,
  FocusReturn,
  filtersOf,
  formatBytes,
  formatInstant,
  formFor,
  InstantInput,
  ListPage,
  RowActions,
  type RowOf,
} from '@kaopei/web'
import { saveUrl } from '@kaopei/web/client'
import { Drawer, Input, InputNumber, Select, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { linkState } from '../contract/link-row.ts'
import {
  defaultLimit,
  type UploadLinkPurpose,
  type UploadLinkRow,
  uploadLink,
  uploadLinkPurposes,
} from '../contract/upload-link.ts'
import { linkColumns } from './link-columns.tsx'
import { inAWeek, useLinkMaker } from './link-maker.tsx'

const making = formFor(uploadLink.create)

type SharedFile = RowOf<typeof uploadLink.files>

const filters = filtersOf(uploadLink.list, [
  { name: 'keyWords', label: '标题', kind: 'text' },
  { name: 'state', label: '状态', kind: 'select', options: linkState.options },
])
const purposes = Object.entries(uploadLinkPurposes).map(([value, label]) => ({ value, label }))

export function UploadLinkList(): ReactNode {
  const [opened, setOpened] = useState<UploadLinkRow>()
  const [initialValues] = useState(() => ({ purpose: 'attachment' as const, limit: defaultLimit, expiresAt: inAWeek() }))
  const maker = useLinkMaker({
    endpoint: uploadLink.create,
    form: making,
    button: '创建上传链接',
    title: '创建上传链接',
    successText: '上传链接已创建',
    initialValues,
    nameOf: ({ title }) => title,
    children: (
      <>
        <making.Field name="title" label="标题" extra="上传的人会看到。">
          <Input maxLength={100} placeholder="例如：提交岗位证书扫描件" />
        </making.Field>
        <making.Field name="purpose" label="文件类型">
          <Select options={purposes} />
        </making.Field>
        <making.Field name="limit" label="最多文件数">
          <InputNumber min={1} max={1000} precision={0} />
        </making.Field>
        <making.Field name="expiresAt" label="有效期至">
          <InstantInput />
        </making.Field>
      </>
    ),
  })
  return (
    <>
      <ListPage
        endpoint={uploadLink.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={maker.button}
        emptyText="还没有上传链接"
        emptyAction={maker.button}
      />
      {maker.drawers}
      {opened && <FileDrawer row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columns = (open: (row: UploadLinkRow) => void): TableColumnsType<UploadLinkRow> => [
  { title: '标题', dataIndex: 'title', width: 240, ellipsis: true },
  { title: '文件类型', dataIndex: 'purpose', width: 190, render: (purpose: UploadLinkPurpose) => uploadLinkPurposes[purpose] },
  {
    title: '已收到',
    key: 'received',
    width: 100,
    align: 'right',
    render: (_value, { receivedCount, limit }) => `${receivedCount}/${limit}`,
  },
  { title: '创建时间', dataIndex: 'createdAt', width: 140, render: (at: string) => formatInstant(at) },
  ...linkColumns<UploadLinkRow>({
    list: uploadLink.list,
    revoke: uploadLink.revoke,
    confirm: '停用后不能再通过此链接上传，已收到的文件保留。确定停用吗？',
    lastUsed: '最近打开',
    actionsWidth: 150,
    actions: (row) => [{ label: '查看文件', name: `查看文件 ${row.title}`, run: () => open(row) }],
  }),
]

function FileDrawer({ row, onClose }: { readonly row: UploadLinkRow; readonly onClose: () => void }): ReactNode {
  const [shown, setShown] = useState<SharedFile>()
  return (
    <Drawer open title={`收到的文件：${row.title}`} size={860} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={uploadLink.files}
        extraInput={{ id: row.id }}
        stateIn="memory"
        rowKey="fileId"
        columns={[
          { title: '文件名', dataIndex: 'name', width: 260, ellipsis: true },
          { title: '大小', dataIndex: 'sizeBytes', width: 90, align: 'right', render: (size: number) => formatBytes(size) },
          { title: '提交人', dataIndex: 'sender', width: 110, ellipsis: true },
          { title: '提交时间', dataIndex: 'uploadedAt', width: 150, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 130,
            fixed: 'right',
            render: (_value, file) => (
              <RowActions
                actions={[
                  { label: '预览', name: `预览 ${file.name}`, run: () => setShown(file) },
                  { label: '下载', name: `下载 ${file.name}`, run: () => saveUrl(file.fileUrl, file.name) },
                ]}
              />
            ),
          },
        ]}
        emptyText="还没有收到文件"
      />
      <Drawer open={shown !== undefined} title={shown?.name} size={900} onClose={() => setShown(undefined)} destroyOnHidden>
        {shown && <FileViewer name={shown.name} url={shown.fileUrl} />}
      </Drawer>
    </Drawer>
  )
}
