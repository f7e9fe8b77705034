import { inAWeek, linkColumns, useLinkMaker } from '@kaopei/share/parts'
import { formFor, InstantInput, ListPage } from '@kaopei/web'
import { Drawer, Input, InputNumber, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { mostByLink, type OuterLinkRow, outerLinks } from '../../contract/outer-links.ts'

const making = formFor(outerLinks.create)

export interface OuterLinksProps {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
}

/** 参加链接: by which people from outside register for this exam themselves. */
export default function OuterLinksDrawer({ examId, open, onClose }: OuterLinksProps): ReactNode {
  const [initialValues] = useState(() => ({ examinationId: examId, limit: 200, expiresAt: inAWeek() }))
  const maker = useLinkMaker({
    endpoint: outerLinks.create,
    form: making,
    button: '创建链接',
    title: '创建参加链接',
    successText: '参加链接已创建',
    initialValues,
    nameOf: ({ title }) => title,
    children: (
      <>
        <making.Field name="title" label="名称" extra="便于区分发给了谁，登记的人看不到。">
          <Input maxLength={100} placeholder="例如：校园招聘第一批" />
        </making.Field>
        <making.Field name="limit" label="人数上限">
          <InputNumber min={1} max={mostByLink} precision={0} suffix="人" style={{ width: 160 }} />
        </making.Field>
        <making.Field name="expiresAt" label="有效期至">
          <InstantInput />
        </making.Field>
      </>
    ),
  })
  return (
    <Drawer open={open} title="外部考生参加链接" size="min(1080px, 100vw)" onClose={onClose}>
      <p className="kp-hint">
        获得链接的人填写考试要求的信息后即成为本场考试的考生；考试发布后、结束前有效，停用后已登记的考生保留。
      </p>
      <ListPage
        endpoint={outerLinks.list}
        extraInput={{ examinationId: examId }}
        stateIn="memory"
        rowKey="id"
        toolbar={maker.button}
        columns={columns}
        emptyText="还没有参加链接"
      />
      {maker.drawers}
    </Drawer>
  )
}

const columns: TableColumnsType<OuterLinkRow> = [
  { title: '名称', dataIndex: 'title', width: 180, ellipsis: true },
  {
    title: '已登记',
    key: 'joined',
    width: 100,
    align: 'right',
    render: (_, { joinedCount, limit }) => `${joinedCount} / ${limit}`,
  },
  ...linkColumns<OuterLinkRow>({
    list: outerLinks.list,
    revoke: outerLinks.revoke,
    confirm: '停用后不能再通过此链接登记，已登记的考生保留。确定停用吗？',
    lastUsed: '最近登记',
  }),
]
