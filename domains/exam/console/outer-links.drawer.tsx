import { PlusOutlined } from '@ant-design/icons'
import { linkState } from '@kaopei/share/contract/short-link'
import { ShareDrawer } from '@kaopei/share/parts'
import { ActionButton, CodeTag, Dash, Field, FormDrawer, formatInstant, InstantInput, ListPage, RightButton } from '@kaopei/web'
import { Drawer, Input, InputNumber, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { mostByLink, type OuterLinkRow, outerLinks } from '../contract/outer-links.ts'

export interface OuterLinksProps {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
}

type Opened = { readonly kind: 'new' } | { readonly kind: 'made'; readonly url: string; readonly title: string }

const weekMs = 7 * 86_400_000

/** 参加链接: by which people from outside register for this exam themselves. */
export default function OuterLinksDrawer({ examId, open, onClose }: OuterLinksProps): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [title, setTitle] = useState('')
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  const add = (
    <RightButton right={outerLinks.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
      创建链接
    </RightButton>
  )
  return (
    <Drawer open={open} title="外部考生参加链接" size={950} onClose={onClose}>
      <p className="kp-hint">
        获得链接的人填写考试要求的信息后即成为本场考试的考生；考试发布后、结束前有效，停用后已登记的考生保留。
      </p>
      <ListPage
        endpoint={outerLinks.list}
        extraInput={{ examinationId: examId }}
        stateIn="memory"
        rowKey="id"
        toolbar={add}
        columns={columns}
        emptyText="还没有参加链接"
      />
      {opened?.kind === 'new' && (
        <FormDrawer
          open
          title="创建参加链接"
          width={520}
          endpoint={outerLinks.create}
          successText="参加链接已创建"
          initialValues={{ examinationId: examId, limit: 200, expiresAt: new Date(Date.now() + weekMs).toISOString() }}
          onValuesChange={(changed) => typeof changed.title === 'string' && setTitle(changed.title)}
          onSaved={({ url }) => setOpened({ kind: 'made', url, title })}
          onClose={() => close(opened)}
        >
          <Field name="title" label="名称" extra="便于区分发给了谁，登记的人看不到。">
            <Input maxLength={100} placeholder="例如：校园招聘第一批" />
          </Field>
          <Field name="limit" label="人数上限">
            <InputNumber min={1} max={mostByLink} precision={0} suffix="人" style={{ width: 160 }} />
          </Field>
          <Field name="expiresAt" label="有效期至">
            <InstantInput />
          </Field>
        </FormDrawer>
      )}
      {opened?.kind === 'made' && (
        <ShareDrawer open originUrl={opened.url} title={opened.title || '参加链接'} onClose={() => close(opened)} />
      )}
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
  { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={linkState} value={state} /> },
  { title: '有效期至', dataIndex: 'expiresAt', width: 150, render: (at: string) => formatInstant(at) },
  {
    title: '最近登记',
    dataIndex: 'lastUsedAt',
    width: 150,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
  },
  { title: '创建人', dataIndex: 'createdByName', width: 100, ellipsis: true },
  {
    title: '操作',
    key: 'actions',
    width: 90,
    fixed: 'right',
    render: (_, row) =>
      row.state === linkState.living && (
        <ActionButton
          type="link"
          size="small"
          danger
          aria-label={`停用 ${row.title}`}
          endpoint={outerLinks.revoke}
          input={{ id: row.id }}
          confirm="停用后不能再通过此链接登记，已登记的考生保留。确定停用吗？"
          refreshes={[outerLinks.list]}
        >
          停用
        </ActionButton>
      ),
  },
]
