import { departmentFilter } from '@kaopei/org/parts'
import { CodeTag, calling, filtersOf, formatInstant, ListPage, RightButton, RowActions } from '@kaopei/web'
import { type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { offerState } from '../contract/codes.ts'
import { type PortraitRow, portrait } from '../contract/portrait.ts'
import { AskForPhotos, PortraitBatchDialog, PortraitDialog } from './portrait-dialogs.tsx'
import { PortraitReview } from './portrait-review.dialog.tsx'
import './certificate.css'

const filters = [
  ...filtersOf(portrait.list, [
    { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号或工号' },
    {
      name: 'photo',
      label: '照片',
      kind: 'select',
      options: [
        { value: 'with', label: '有照片' },
        { value: 'without', label: '没有照片' },
        { value: 'waits', label: '待审核' },
        { value: 'asked', label: '已请本人上传' },
        { value: 'refused', label: '已退回' },
      ],
    },
  ]),
  departmentFilter,
]

interface Acts {
  readonly upload: (row: PortraitRow) => void
  readonly review: (row: PortraitRow) => void
}

const columns = ({ upload, review }: Acts): TableColumnsType<PortraitRow> => [
  {
    title: '照片',
    dataIndex: 'url',
    width: 72,
    render: (url: string | null, { name }) =>
      url === null ? (
        <span className="kp-certificate-portrait none">无</span>
      ) : (
        <img src={url} alt={`${name}的照片`} className="kp-certificate-portrait" loading="lazy" />
      ),
  },
  { title: '姓名', dataIndex: 'name', width: 100, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 110, ellipsis: true, render: (text: string) => text || '-' },
  { title: '部门', dataIndex: 'department', width: 180, ellipsis: true, render: (text: string) => text || '-' },
  {
    title: '上传时间',
    dataIndex: 'uploadedAt',
    width: 160,
    render: (at: string | null) => (at === null ? '-' : formatInstant(at)),
  },
  { title: '上传人', dataIndex: 'uploadedByName', width: 96, ellipsis: true, render: (text: string) => text || '-' },
  {
    title: '本人上传',
    dataIndex: 'offer',
    width: 100,
    render: (offer: PortraitRow['offer']) =>
      offer === null ? (
        '-'
      ) : (
        <Tooltip title={offer.reason}>
          <CodeTag codes={offerState} value={offer.state} />
        </Tooltip>
      ),
  },
  {
    title: '操作',
    key: 'actions',
    width: 150,
    fixed: 'right',
    render: (_value, row) => (
      <RowActions
        actions={[
          row.offer?.state === offerState.waits && {
            label: '审核',
            name: `审核${row.name}的照片`,
            right: portrait.decide,
            run: () => review(row),
          },
          {
            label: row.url === null ? '上传' : '更换',
            name: `${row.url === null ? '上传' : '更换'}${row.name}的照片`,
            right: portrait.save,
            run: () => upload(row),
          },
          row.url !== null &&
            calling(portrait.remove, {
              label: '删除',
              name: `删除${row.name}的照片`,
              isDangerous: true,
              input: { ids: [row.staffId] },
              confirm: `确定删除“${row.name}”的照片吗？已签发的证书保持签发时的照片。`,
              refreshes: [portrait.list],
            }),
        ]}
      />
    ),
  },
]

/** 持证人照片 */
export default function PortraitPage(): ReactNode {
  const [opened, setOpened] = useState<PortraitRow | 'many'>()
  const [reviewed, setReviewed] = useState<PortraitRow>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        title="持证人照片"
        header={{ description: '用于带“持证人照片”的证书模板；照片不出现在公开的验证页面上。' }}
        endpoint={portrait.list}
        filters={filters}
        columns={columns({ upload: setOpened, review: setReviewed })}
        rowKey="staffId"
        toolbar={
          <RightButton right={portrait.saveMany} type="primary" onClick={() => setOpened('many')}>
            批量上传
          </RightButton>
        }
        batchActions={({ ids, clear }: { ids: readonly string[]; clear: () => void }) => (
          <AskForPhotos ids={ids} onDone={clear} />
        )}
        emptyText="没有符合条件的人员"
      />
      {opened === 'many' && <PortraitBatchDialog onClose={close} />}
      {reviewed && <PortraitReview person={reviewed} onClose={() => setReviewed(undefined)} />}
      {opened && opened !== 'many' && <PortraitDialog person={opened} onClose={close} />}
    </>
  )
}
